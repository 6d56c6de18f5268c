import { stripTags } from '#app/core/text/plain-text.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';
import { splitCsv, scalar } from '#app/rest/parameters/lenient-types.ts';
import { type Members, whole } from '#app/rest/parameters/member-types.ts';
import { isMap, isScalar, parseJson, toPlainString, toPhpString } from '#app/rest/parameters/types.ts';
import { everything, createField, untyped } from '#app/rest/parameters/field-types.ts';


/** A list of these words, comma-separated or in brackets. Ignores other words. */
export function knownWords(words: readonly string[]): Field {
  return createField({ phase: 'none', onNull: 'absent', clean: (value) => words.filter((word) => splitCsv(value).includes(word)) });
}

/** Parses a string as JSON. Returns an empty object for an empty string, undefined for invalid JSON, and other values unchanged. */
function decodeJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? {} : parseJson(value);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** An object, or a string with its JSON. Validates and reads each of these members with its own field. Ignores other members. */
export function jsonObject({ fields, names = {} }: Members): Field {
  const getMembers = (value: unknown): Record<string, unknown> | undefined => {
    const object = decodeJson(value);
    return isMap(object) ? object : isEmptyList(object) ? {} : undefined;
  };
  return untyped({
    onNull: 'absent',
    check: (value) => {
      const object = getMembers(value);
      return (
        object !== undefined &&
        Object.entries(fields).every(([name, { check }]) => !isPresent(object[name]) || !check || check(object[name], name) === true)
      );
    },
    clean: (value) => {
      const object = getMembers(value) ?? {};
      const members = Object.entries(fields).map(([name, { clean }]) => {
        const member = object[name];
        return [names[name] ?? name, isPresent(member) ? (clean ? clean(member, name) : member) : undefined] as const;
      });
      return Object.fromEntries(members.filter(([, member]) => isPresent(member)));
    },
  });
}

/** Context of a read. `editor`, in upper or lower case, selects unprocessed texts. */
export function readContext(): Field {
  return untyped({ clean: (value) => (isScalar(value) && String(value).trim().toLowerCase() === 'editor' ? 'WRITTEN' : 'SHOWN') });
}

/** Number of table rows: a whole number, or `all`, which becomes -1. */
export function rowCount(): Field {
  const { check, clean } = whole();
  const isAll = (value: unknown): boolean => typeof value === 'string' && value.toLowerCase() === 'all';
  return untyped({
    onNull: 'absent',
    check: (value, name) => isAll(value) || check?.(value, name),
    clean: (value, name) => (isAll(value) ? -1 : clean?.(value, name)),
  });
}

/** A scalar, converted to a string. Other values are converted to JSON. */
export function jsonText(): Field {
  return untyped({ onNull: 'absent', clean: (value) => (isScalar(value) ? toPhpString(value) : JSON.stringify(value)) });
}

/** A string, or an object whose named members are joined with commas. */
export function joinedMembers(names: readonly string[]): Field {
  return untyped({
    onNull: 'absent',
    check: (value) => isScalar(value) || (isMap(value) && names.every((name) => isScalar(value[name]))),
    clean: (value) => (isMap(value) ? names.map((name) => toPhpString(value[name])).join(',') : toPhpString(value)),
  });
}

function withoutTags(value: unknown): unknown {
  if (typeof value === 'string') return stripTags(value);
  if (Array.isArray(value)) return value.map(withoutTags);
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutTags(member)])) : value;
}

/** All parameters of query and body, to echo them. Parses the named members if they contain JSON, and removes HTML tags from strings. */
export function received({ decoded: names }: { decoded: readonly string[] }): Field {
  return everything({
    clean: (value) => {
      const members = Object.entries(value as Record<string, unknown>).map(
        ([name, member]) => [name, withoutTags(names.includes(name) ? (decodeJson(member) ?? member) : member)] as const,
      );
      // an empty map is sent as a list (docs/behaviour/core-rest.md 1.6)
      return members.length > 0 ? Object.fromEntries(members) : [];
    },
  });
}

/** A string for yes or no, such as `1` and `0`. Booleans become `1` and `0`. */
export function flagText(): Field {
  return scalar({ clean: (value) => (typeof value === 'boolean' ? String(Number(value)) : toPlainString(value)) });
}

/** All parameters of query and body except the named ones. */
export function everythingBut(names: readonly string[]): Field {
  const excluded = new Set(names);
  return everything({
    clean: (value) => Object.fromEntries(Object.entries(value as Record<string, unknown>).filter(([name]) => !excluded.has(name))),
  });
}
