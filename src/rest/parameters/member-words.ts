import type { Field } from './declaration.ts';
import { tooManyItems } from './lists.ts';
import { isMap, isScalar, listOf, numberOf } from './types.ts';
import { type FieldOptions, object, untyped } from './words.ts';

/** Words for objects of which only that they are objects is published: known members are read one by one, others are left out. */

/** What is known of the members of an object: how each is read, and its name in the operation where that differs. */
export interface Members {
  fields: Readonly<Record<string, Field>>;
  names?: Readonly<Record<string, string>>;
}

const MAX_NUMBER = 1_000_000_000;

/** A whole number, cut to its integer part; whatever is no number is blank: the default where there is one, else not given. */
export function wholeOrBlank(options: { default?: number; otherName?: string } = {}): Field {
  return untyped({
    ...options,
    clean: (value) => {
      const number = typeof value === 'boolean' ? undefined : numberOf(typeof value === 'string' ? value.trim() : value);
      return number === undefined ? (options.default ?? null) : Math.trunc(Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, Number(number))));
    },
  });
}

/** Any single value as text; anything else is the empty text. */
export function textOrBlank(): Field {
  return untyped({ default: '', clean: (value) => (isScalar(value) ? String(value) : '') });
}

/** One of these words, blanks and case aside, as the operation's own; `otherwise` for any other. */
export function wordAs(words: Readonly<Record<string, string>>, otherwise: string): Field {
  return untyped({
    clean: (value) => {
      const word = isScalar(value) ? String(value).trim().toLowerCase() : '';
      return Object.hasOwn(words, word) ? words[word] : otherwise;
    },
  });
}

/** One of these words, to the letter, as the operation's own; `otherwise` for any other. */
export function exactWordAs(words: Readonly<Record<string, string>>, otherwise: string | null = null, options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    clean: (value) => (isScalar(value) && Object.hasOwn(words, String(value)) ? words[String(value)] : otherwise),
  });
}

/** The known members of an object, read; members of anything else are their defaults, or missing. */
export function membersOf(value: unknown, { fields, names }: Members): Record<string, unknown> {
  const given = isMap(value) ? value : {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { clean, schema }]) => {
      const member = given[name] ?? schema.default;
      const read = member === undefined || member === null ? null : clean ? clean(member, name) : member;
      const result = read ?? schema.default;
      return result === undefined || result === null ? [] : [[names?.[name] ?? name, result]];
    }),
  );
}

/** An object with these members. */
export function members(known: Members, options: FieldOptions = {}): Field {
  return { ...object(undefined, options), onNull: 'absent', clean: (value) => membersOf(value, known) };
}

/** A list of objects with these members; what is no list, or no object in it, does not count. Null leaves everything as it is. */
export function memberList(known: Members, options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    check: (value, name) => (Array.isArray(value) ? tooManyItems(value, name) : undefined) ?? true,
    clean: (value) =>
      listOf(value)
        ?.filter((one) => isMap(one))
        .map((one) => membersOf(one, known)) ?? null,
  });
}

/** What a form holds, as members of an object: texts under names of their own, and a list of the fields that are marked. */
export interface PrefixedForm {
  /** May stand before the name of every field. */
  prefix: string;
  /** Field → member. */
  texts: Readonly<Record<string, string>>;
  /** Member → fields that are in its list when they are marked with 1. */
  marks: Readonly<Record<string, readonly string[]>>;
}
