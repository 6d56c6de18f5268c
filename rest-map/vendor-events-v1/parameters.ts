import type { Field } from '#app/rest/parameters/declaration.ts';
import { filled, splitParts } from '#app/rest/parameters/lenient-types.ts';
import { checkItemCount } from '#app/rest/parameters/lists.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
import { isMap, isScalar, parseList, parseNumber, toScalarText } from '#app/rest/parameters/types.ts';
import { createField, type FieldOptions, type Keywords, untyped } from '#app/rest/parameters/field-types.ts';


const isPositive = (value: unknown): boolean => {
  const number = parseNumber(value);
  return Number.isInteger(number) && Number(number) > 0;
};

/** One of the words, in any case; another non-empty text becomes the first word. Becomes lower case. */
export function wordOrFirst(words: readonly [string, ...string[]], options: FieldOptions = {}): Field {
  return { ...filled(options), clean: (value) => words.find((word) => word === String(value).toLowerCase()) ?? words[0] };
}

/** One value or a list of values. Each is one text; commas do not separate texts. */
export function texts(keywords: Keywords = {}): Field {
  return createField({
    takes: { anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: { type: ['string', 'number'] } }] },
    phase: 'none',
    onNull: 'absent',
    check: (value, name) => (isScalar(value) ? undefined : checkItemCount(value, name)) ?? true,
    clean: (value) => (isScalar(value) ? [value] : (parseList(value) ?? [])).filter(isScalar).map(String),
    ...keywords,
  });
}

interface LinkedOptions extends Keywords {
  /** Published fields of a new object with their validation. */
  fields: Readonly<Record<string, Field>>;
  /** Published name → name in the draft, if they differ. */
  names: Readonly<Record<string, string>>;
}

function draftOf(value: Record<string, unknown>, { fields, names }: LinkedOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { clean }]) => {
      const member = value[name] ?? null;
      return member === null ? [] : [[names[name] ?? name, clean ? clean(member, name) : member]];
    }),
  );
}

function isDraft(value: Record<string, unknown>, { fields }: LinkedOptions): boolean {
  return Object.entries(fields).every(([name, { check, required }]) => {
    const member = value[name] ?? null;
    return member === null ? required !== true : !check || check(member, name) === true;
  });
}

function partsOfLinked(value: unknown): unknown[] {
  if (isMap(value) && Object.keys(value).some((name) => !/^\d+$/.test(name))) return [value];
  return splitParts(value).filter((part) => part !== 0 && part !== '0');
}

/** Returns the schema of the accepted values. */
function acceptedSchema({ fields }: LinkedOptions): ParameterSchema {
  const properties = Object.entries(fields).map(([name, { schema, takes }]) => [name, takes ?? schema] as const);
  const alternatives: ParameterSchema[] = [
    { type: 'integer' },
    { type: 'object', properties: { id: { type: 'integer' }, ...Object.fromEntries(properties) } },
  ];
  return { anyOf: [...alternatives, { type: 'array', items: { anyOf: alternatives } }, { type: 'string', description: 'IDs separated by commas.' }] };
}

/**
 * Linked objects: an ID, comma-separated IDs, an object with an ID or with the fields of a new one, or a list of these. Becomes a list of `{ id }`
 * and `{ draft }`. Absent values, 0 and an empty list become an empty list.
 */
export function linked(options: LinkedOptions): Field {
  const { fields: _fields, names: _names, ...keywords } = options;
  const isLink = (part: unknown) =>
    isMap(part) ? (isId(part['id']) ? isPositive(part['id']) : isDraft(part, options)) : isPositive(part);
  return createField({
    takes: acceptedSchema(options),
    onNull: 'absent',
    check: (value, name) => checkItemCount(value, name) ?? partsOfLinked(value).every(isLink),
    clean: (value) =>
      partsOfLinked(value).map((part) =>
        !isMap(part) ? { id: Number(part) } : isId(part['id']) ? { id: Number(part['id']) } : { draft: draftOf(part, options) },
      ),
    ...keywords,
  });
}

const isId = (id: unknown): boolean => id !== undefined && id !== null && id !== '' && id !== 0;

/** True for true, and for 1, `true`, `on` and `yes` in any case. Other texts are false. Refuses other types and the empty text. */
export function booleanString(options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    check: (value) => typeof value === 'boolean' || (typeof value === 'string' && value !== ''),
    clean: (value) => value === true || ['1', 'true', 'on', 'yes'].includes(toScalarText(value).toLowerCase()),
  });
}

/** True if the value is exactly this word. */
export function isWord(word: string): Field {
  return untyped({ clean: (value) => value === word });
}
