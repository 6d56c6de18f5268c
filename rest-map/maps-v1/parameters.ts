import { stripTags } from '#app/core/text/plain-text.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';
import { field, partsOf, scalar } from '#app/rest/parameters/lenient-types.ts';
import { type Members, whole } from '#app/rest/parameters/member-types.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
import { isMap, isScalar, scalarText, toText } from '#app/rest/parameters/types.ts';
import { everything, type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';


type Said = Partial<ParameterSchema> & Partial<Omit<Field, 'schema'>>;

/** Words of this list, comma-separated or in brackets. Ignores others. */
export function knownWords(words: readonly string[], said: Said = {}): Field {
  return field({ phase: 'none', onNull: 'absent', clean: (value) => words.filter((word) => partsOf(value).includes(word)), ...said });
}

/** Parses a text as JSON. Returns undefined for invalid JSON. */
function parsed(value: unknown): unknown {
  try {
    return JSON.parse(scalarText(value)) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses a text as JSON and returns other values unchanged; undefined for invalid JSON. The empty text is an empty object. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? {} : parsed(value);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** An object or its JSON text. Validates and reads each of these members with its own field; ignores others. */
export function jsonObject({ fields, names = {} }: Members, options: FieldOptions = {}): Field {
  const membersIn = (value: unknown): Record<string, unknown> | undefined => {
    const object = decoded(value);
    return isMap(object) ? object : isEmptyList(object) ? {} : undefined;
  };
  return untyped({
    ...options,
    onNull: 'absent',
    check: (value) => {
      const object = membersIn(value);
      return (
        object !== undefined &&
        Object.entries(fields).every(([name, { check }]) => !isGiven(object[name]) || !check || check(object[name], name) === true)
      );
    },
    clean: (value) => {
      const object = membersIn(value) ?? {};
      const read = Object.entries(fields).map(([name, { clean }]) => {
        const member = object[name];
        return [names[name] ?? name, isGiven(member) ? (clean ? clean(member, name) : member) : undefined] as const;
      });
      return Object.fromEntries(read.filter(([, member]) => isGiven(member)));
    },
  });
}

/** Number of table rows: a whole number, or `all`, which becomes -1. */
export function rows(): Field {
  const { check, clean } = whole();
  const isAll = (value: unknown): boolean => typeof value === 'string' && value.toLowerCase() === 'all';
  return untyped({
    onNull: 'absent',
    check: (value, name) => isAll(value) || check?.(value, name),
    clean: (value, name) => (isAll(value) ? -1 : clean?.(value, name)),
  });
}

/** A text, or the JSON of any other value. */
export function jsonText(options: FieldOptions = {}): Field {
  return untyped({ ...options, onNull: 'absent', clean: (value) => (isScalar(value) ? toText(value) : JSON.stringify(value)) });
}

/** A text, or an object whose named members are joined with commas. */
export function joinedMembers(names: readonly string[], options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    check: (value) => isScalar(value) || (isMap(value) && names.every((name) => isScalar(value[name]))),
    clean: (value) => (isMap(value) ? names.map((name) => toText(value[name])).join(',') : toText(value)),
  });
}

function withoutTags(value: unknown): unknown {
  if (typeof value === 'string') return stripTags(value);
  if (Array.isArray(value)) return value.map(withoutTags);
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutTags(member)])) : value;
}

/** All parameters of query and body, to echo them. Removes tags from texts and decodes the named members if they are JSON texts. */
export function received({ decoded: names }: { decoded: readonly string[] }): Field {
  return everything({
    clean: (value) => {
      const told = Object.entries(value as Record<string, unknown>).map(
        ([name, member]) => [name, withoutTags(names.includes(name) ? (decoded(member) ?? member) : member)] as const,
      );
      // an empty map is sent as a list (core-rest.md 1.6)
      return told.length > 0 ? Object.fromEntries(told) : [];
    },
  });
}

/** A text for yes or no, such as `1` and `0`. Converts booleans to these texts. */
export function flagText(): Field {
  return scalar({ clean: (sent) => (typeof sent === 'boolean' ? String(Number(sent)) : scalarText(sent)) });
}

/** All parameters of query and body except the named ones. */
export function everythingBut(names: readonly string[]): Field {
  const known = new Set(names);
  return everything({
    clean: (value) => Object.fromEntries(Object.entries(value as Record<string, unknown>).filter(([name]) => !known.has(name))),
  });
}
