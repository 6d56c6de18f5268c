import type { GraphQLEnumType } from 'graphql';

// Stored values and the REST API have conventions that the public schema does not share: 0 or an empty string means none, and enum values are
// strings. The whole schema uses the stored form, because the REST map needs it. The declarations mark such values with their public form.

/** The set of words that a value may have. */
export interface EnumDefinition {
  /** Name of the enum in the public schema. */
  name: string;
  description: string;
  /** The stored words with their meanings. Enum values are the same words in capitals. */
  values: Readonly<Record<string, string>>;
  /** Enum values for words that front ends would not understand. */
  names?: Readonly<Record<string, string>>;
}

/** Public form of a value. */
export interface PublicMapping {
  /** The stored value for "none", which is null in the public schema. */
  none?: 0 | '';
  /** Returns true if the field of this source has no value. Required if the stored value alone does not show this. */
  isNone?: (source: never) => boolean;
  oneOf?: EnumDefinition;
  /** Stored words that stand for a word of the set: stored word → word of the set. */
  written?: Readonly<Record<string, string>>;
  /** Replacement for stored words outside of the set: a word of the set, or null. */
  otherwise?: string | null;
  /** An input of any type, which is a list of strings in the public schema. */
  isStringList?: true;
  /** An amount as a string or whole number, which is a `Decimal` in the public schema. */
  isDecimal?: true;
  /** Description in the public schema. */
  description: string;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    publicMapping?: PublicMapping;
  }
  interface GraphQLArgumentExtensions {
    publicMapping?: PublicMapping;
  }
  interface GraphQLInputFieldExtensions {
    publicMapping?: PublicMapping;
  }
}

/** Combines the description for legacy clients with the public mapping. */
const withMapping = (description: string, publicMapping: PublicMapping) => ({ description, extensions: { publicMapping } });

/**
 * Marks a number whose value 0 means none. The description mentions null, such as `ID of the author; null if none is set.`; the description for
 * legacy clients contains 0 instead.
 */
export const zeroAsNull = (description: string) => withMapping(description.replace('null', '0'), { none: 0, description });

/** Marks a number that is null in the public schema if `isNone` returns true for the source of the field. Other sources may have the value 0. */
export const nullWhen = <Source>(isNone: (source: Source) => boolean, description: string) =>
  withMapping(description.replace('null', '0'), { isNone, description });

/**
 * Marks a string, a list of strings, or a number that stands for a word of a set. With `none: ''`, an empty string means none and is null in the
 * public schema. `old` is the description for legacy clients; by default it is the description with a list of the words.
 */
export function oneOf(
  set: EnumDefinition,
  description: string,
  { old, ...mapping }: Pick<PublicMapping, 'none' | 'written' | 'otherwise'> & { old?: string } = {},
) {
  const words = Object.keys(set.values).map((word) => `\`${word}\``);
  const oldDescription = mapping.none === '' ? description.replace('null', 'empty') : description;
  return withMapping(old ?? `${oldDescription.replace(/\.$/, '')}: ${words.join(', ')}.`, { ...mapping, oneOf: set, description });
}

/** Marks an input that accepts any type from legacy clients, and a list of strings in the public schema. */
export const stringListInput = (description: string, old: string) => withMapping(old, { description, isStringList: true });

/** Marks an input amount: a `Decimal` in the public schema, a string or whole number for legacy clients. */
export const amountInput = (description: string, old: string) => withMapping(old, { description, isDecimal: true });

/** Marks a member whose public form differs only in the description. */
export const describedAs = (description: string, old: string) => withMapping(old, { description });

/** Creates the description and mapping of a marked value. */
export type Mark = (description: string) => ReturnType<typeof withMapping>;

/** Returns a function that marks a value as a word of the set. */
export const createMark =
  (set: EnumDefinition): Mark =>
  (description) =>
    oneOf(set, description);

/** Applies a mark to a description, if there is one. */
export const describeWith = (mark: Mark | undefined, description: string): { description: string } =>
  mark?.(description) ?? { description };

/** Returns the enum of a set, created once for each schema. */
export type EnumOf = (set: EnumDefinition) => GraphQLEnumType;
