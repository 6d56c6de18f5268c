import { stripTags } from '../../core/text/plain-text.ts';
import type { Field } from './declaration.ts';
import { wrongType } from './fault.ts';
import { isMap, isScalar, numberOf, scalarText, toText } from './types.ts';
import { everything, type FieldOptions, text, untyped } from './words.ts';
import { type Members, membersOf } from './member-words.ts';

/** Words for parameters that hold, or are held in, JSON text, and for telling clients what they sent. */

/** A whole number, also as text, not less than `least`; the empty text counts as not given. */
export function whole({ least = -Infinity, ...options }: FieldOptions & { least?: number } = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    check: (value) => value === '' || (Number.isInteger(numberOf(value)) && Number(value) >= least),
    clean: (value) => (value === '' ? undefined : Number(value)),
  });
}

/** The value that a text spells as JSON; undefined for a text that is none. */
function parsed(value: unknown): unknown {
  try {
    return JSON.parse(scalarText(value)) as unknown;
  } catch {
    return undefined;
  }
}

/** The value that a text spells as JSON, or the value itself; undefined for a text that is no JSON. The empty text is an empty object. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? {} : parsed(value);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** An object, or its JSON text, with these members: each is judged and read by its own word, others are left out. */
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

/** The value that a text spells as JSON; null for a text that is no JSON. */
export function jsonValue(options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => parsed(value) ?? null });
}

/** A text that is JSON of something: not of null, and not empty. It stays a text. */
export function spelledJson(options: FieldOptions = {}): Field {
  return text({ ...options, check: (value, name) => (typeof value === 'string' ? isGiven(parsed(value)) : wrongType(name, 'string')) });
}

/** A text that is a JSON list of objects with these members, each judged and read by its own word; others are left out. */
export function jsonList(known: Members, options: FieldOptions = {}): Field {
  const isFit = (one: unknown): boolean =>
    isMap(one) &&
    Object.entries(known.fields).every(
      ([name, { required, check }]) =>
        (isGiven(one[name]) || required !== true) && (!isGiven(one[name]) || !check || check(one[name], name) === true),
    );
  return text({
    ...options,
    check: (value) => {
      const list = parsed(value);
      return Array.isArray(list) && list.every(isFit);
    },
    clean: (value) => (parsed(value) as unknown[]).map((one) => membersOf(one, known)),
  });
}

/** Text, or the JSON of anything else. */
export function jsonText(options: FieldOptions = {}): Field {
  return untyped({ ...options, onNull: 'absent', clean: (value) => (isScalar(value) ? toText(value) : JSON.stringify(value)) });
}

/** Text, or an object whose members of these names stand in it with commas between. */
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

/** Everything that query and body hold, for telling it: texts without tags, members of these names decoded where they are JSON text. */
export function received({ decoded: names }: { decoded: readonly string[] }): Field {
  return everything({
    clean: (value) => {
      const told = Object.entries(value as Record<string, unknown>).map(
        ([name, member]) => [name, withoutTags(names.includes(name) ? (decoded(member) ?? member) : member)] as const,
      );
      // an empty map is written as a list (core-rest.md 1.6)
      return told.length > 0 ? Object.fromEntries(told) : [];
    },
  });
}
