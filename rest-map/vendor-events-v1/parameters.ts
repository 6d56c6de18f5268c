import type { Field } from '#app/rest/parameters/declaration.ts';
import { field, filled, partsOf } from '#app/rest/parameters/lenient-words.ts';
import { tooManyItems } from '#app/rest/parameters/lists.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
import { isMap, isScalar, listOf, numberOf, scalarText } from '#app/rest/parameters/types.ts';
import { type FieldOptions, untyped } from '#app/rest/parameters/words.ts';

/** Parameters that only this namespace has. */

type Said = Partial<ParameterSchema> & Partial<Omit<Field, 'schema'>>;

const isPositive = (value: unknown): boolean => {
  const number = numberOf(value);
  return Number.isInteger(number) && Number(number) > 0;
};

/** Text that is not empty; one of the words, or the first of them for any other text. Becomes a word in lower case. */
export function oneOfOr(words: readonly [string, ...string[]], options: FieldOptions = {}): Field {
  return { ...filled(options), clean: (value) => words.find((word) => word === String(value).toLowerCase()) ?? words[0] };
}

/** One value or a list of values, each of them a text of its own: commas do not part them. */
export function elements(said: Said = {}): Field {
  return field({
    takes: { anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: { type: ['string', 'number'] } }] },
    phase: 'none',
    onNull: 'absent',
    check: (value, name) => (isScalar(value) ? undefined : tooManyItems(value, name)) ?? true,
    clean: (value) => (isScalar(value) ? [value] : (listOf(value) ?? [])).filter(isScalar).map(String),
    ...said,
  });
}

interface LinkedOptions extends Said {
  /** Published fields of a new object, with how each is validated. */
  fields: Readonly<Record<string, Field>>;
  /** Published name → name in the draft, where they differ. */
  names: Readonly<Record<string, string>>;
}

function draftOf(value: Record<string, unknown>, { fields, names }: LinkedOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { clean }]) => {
      const given = value[name];
      return given === undefined || given === null ? [] : [[names[name] ?? name, clean ? clean(given, name) : given]];
    }),
  );
}

function isDraft(value: Record<string, unknown>, { fields }: LinkedOptions): boolean {
  return Object.entries(fields).every(([name, { check, required }]) => {
    const given = value[name];
    if (given === undefined || given === null) return required !== true;
    return !check || check(given, name) === true;
  });
}

function partsOfLinked(value: unknown): unknown[] {
  if (isMap(value) && Object.keys(value).some((name) => !/^\d+$/.test(name))) return [value];
  return partsOf(value).filter((part) => part !== 0 && part !== '0');
}

/** An id, an object with an id or with the fields of a new one, a list of these. */
function takenBy({ fields }: LinkedOptions): ParameterSchema {
  const properties = Object.entries(fields).map(([name, { schema, takes }]) => [name, takes ?? schema] as const);
  const one: ParameterSchema[] = [
    { type: 'integer' },
    { type: 'object', properties: { id: { type: 'integer' }, ...Object.fromEntries(properties) } },
  ];
  return { anyOf: [...one, { type: 'array', items: { anyOf: one } }, { type: 'string', description: 'Ids with commas.' }] };
}

/**
 * Linked objects: an id, ids with commas, an object with an id or with the fields of a new one, or a list of all these. Becomes a list of
 * `{ id }` and `{ draft }`; nothing, 0 and an empty list become an empty list.
 */
export function linked(options: LinkedOptions): Field {
  const { fields: _fields, names: _names, ...said } = options;
  const isLink = (part: unknown) =>
    isMap(part) ? (isGivenId(part['id']) ? isPositive(part['id']) : isDraft(part, options)) : isPositive(part);
  return field({
    takes: takenBy(options),
    onNull: 'absent',
    check: (value, name) => tooManyItems(value, name) ?? partsOfLinked(value).every(isLink),
    clean: (value) =>
      partsOfLinked(value).map((part) =>
        !isMap(part) ? { id: Number(part) } : isGivenId(part['id']) ? { id: Number(part['id']) } : { draft: draftOf(part, options) },
      ),
    ...said,
  });
}

const isGivenId = (id: unknown): boolean => id !== undefined && id !== null && id !== '' && id !== 0;

/** True for true, and for 1, `true`, `on` and `yes` in any case; other texts are false, other values and the empty text are refused. */
export function booleanString(options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    check: (sent) => typeof sent === 'boolean' || (typeof sent === 'string' && sent !== ''),
    clean: (sent) => sent === true || ['1', 'true', 'on', 'yes'].includes(scalarText(sent).toLowerCase()),
  });
}

/** Whether it is exactly this word. */
export function isWord(word: string): Field {
  return untyped({ clean: (sent) => sent === word });
}

/** Any number but 0; −1 for anything else. */
export function numberOrMinusOne(): Field {
  return untyped({ onNull: 'absent', clean: (sent) => Number(sent) || -1 });
}
