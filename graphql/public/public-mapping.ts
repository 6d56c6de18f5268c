import type { GraphQLEnumType } from 'graphql';

// Stored values and the published interface say some things in their own way: 0 or an empty text for what is not there, one of some words for what
// is one of a set. The whole schema has them like that, for the REST map; where they are declared, they are marked with how the public schema shows them.

/** A set of words of which a value is always one. */
export interface ClosedSet {
  /** Name of the enum by which front ends know it. */
  name: string;
  description: string;
  /** Words as they are stored, with what each means; their names are the same in capitals. */
  values: Readonly<Record<string, string>>;
  /** Names of words that front ends would not understand. */
  names?: Readonly<Record<string, string>>;
}

/** How the public schema shows and takes a value. */
export interface PublicMapping {
  /** What stands for "none": null for front ends. */
  none?: 0 | '';
  /** Whether the source of the field has none, where its value alone does not say so. */
  isNone?: (source: never) => boolean;
  oneOf?: ClosedSet;
  /** How the value says words of the set in its own way: its word → that of the set. */
  written?: Readonly<Record<string, string>>;
  /** What stands for words outside of the set, which others may have written: a word of it, or null. */
  otherwise?: string | null;
  /** An input that takes anything: front ends send a list of texts. */
  isTexts?: true;
  /** An amount that is sent as a text or as a whole number: front ends send a `Decimal`. */
  isDecimal?: true;
  /** What it means, in the words for front ends. */
  description: string;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    told?: PublicMapping;
  }
  interface GraphQLArgumentExtensions {
    told?: PublicMapping;
  }
  interface GraphQLInputFieldExtensions {
    told?: PublicMapping;
  }
}

/** A description for old clients, with the mapping and the description for the public schema. */
const marked = (description: string, told: PublicMapping) => ({ description, extensions: { told } });

/**
 * Marks a number whose 0 means that none exists; the description says so of null: `Number of its author; null = none.` Old clients read the same of
 * 0.
 */
export const zeroAsNull = (description: string) => marked(description.replace('null', '0'), { none: 0, description });

/** As `zeroAsNull`, of a number that may be 0 too: `isNone` says of the field's source that none exists. */
export const nullWhen = <Source>(isNone: (source: Source) => boolean, description: string) =>
  marked(description.replace('null', '0'), { isNone, description });

/**
 * Marks a text, texts in a list, or a number that stands for a word, that are of a set; `none: ''` where an empty text means that none exists, of which the description says null. `old`
 * is the description for old clients where it does not just list the words.
 */
export function oneOf(
  set: ClosedSet,
  description: string,
  { old, ...how }: Pick<PublicMapping, 'none' | 'written' | 'otherwise'> & { old?: string } = {},
) {
  const words = Object.keys(set.values).map((word) => `\`${word}\``);
  const before = how.none === '' ? description.replace('null', 'empty') : description;
  return marked(old ?? `${before.replace(/\.$/, '')}: ${words.join(', ')}.`, { ...how, oneOf: set, description });
}

/** Marks an input that takes anything of old clients, and a list of texts of front ends. */
export const textsOf = (description: string, old: string) => marked(old, { description, isTexts: true });

/** Marks an amount that goes in: a `Decimal` of front ends, a text or a whole number of old clients. */
export const amountIn = (description: string, old: string) => marked(old, { description, isDecimal: true });

/** Marks what is only described in other words. */
export const describedAs = (description: string, old: string) => marked(old, { description });

/** How a description is said where a value is marked; of names that have none, as it is. */
export type Mark = (description: string) => ReturnType<typeof marked>;

/** The mark of a set. */
export const wordsOf =
  (set: ClosedSet): Mark =>
  (description) =>
    oneOf(set, description);

/** A description with its mark, where it has one. */
export const saidOf = (mark: Mark | undefined, description: string): { description: string } => mark?.(description) ?? { description };

/** The enum of a set, made once for each schema. */
export type EnumOf = (set: ClosedSet) => GraphQLEnumType;
