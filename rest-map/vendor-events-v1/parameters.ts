import type { Field } from '#app/rest/parameters/declaration.ts';
import { filled, splitCsv } from '#app/rest/parameters/lenient-types.ts';
import { checkItemCount } from '#app/rest/parameters/lists.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
import { isMap, isScalar, parseList, parseNumber, toPlainString } from '#app/rest/parameters/types.ts';
import { createField, type FieldOptions, type Keywords, untyped } from '#app/rest/parameters/field-types.ts';


const isPositive = (value: unknown): boolean => {
  const number = parseNumber(value);
  return Number.isInteger(number) && Number(number) > 0;
};

/** One of the words, in upper or lower case, converted to lower case. Other non-empty strings become the first word. */
export function wordOrFirst(words: readonly [string, ...string[]], options: FieldOptions = {}): Field {
  return { ...filled(options), clean: (value) => words.find((word) => word === String(value).toLowerCase()) ?? words[0] };
}

/** A scalar or a list of scalars, converted to a list of strings. Commas do not separate items. */
export function texts(keywords: Keywords = {}): Field {
  return createField({
    acceptedSchema: { anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: { type: ['string', 'number'] } }] },
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
  /** Maps published names to names in the draft where the two differ. */
  names: Readonly<Record<string, string>>;
}

function createDraft(value: Record<string, unknown>, { fields, names }: LinkedOptions): Record<string, unknown> {
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

function splitLinked(value: unknown): unknown[] {
  if (isMap(value) && Object.keys(value).some((name) => !/^\d+$/.test(name))) return [value];
  return splitCsv(value).filter((part) => part !== 0 && part !== '0');
}

/** Returns the schema of the accepted values. */
function createAcceptedSchema({ fields }: LinkedOptions): ParameterSchema {
  const properties = Object.entries(fields).map(([name, { schema, acceptedSchema }]) => [name, acceptedSchema ?? schema] as const);
  const alternatives: ParameterSchema[] = [
    { type: 'integer' },
    { type: 'object', properties: { id: { type: 'integer' }, ...Object.fromEntries(properties) } },
  ];
  return { anyOf: [...alternatives, { type: 'array', items: { anyOf: alternatives } }, { type: 'string', description: 'IDs separated by commas.' }] };
}

/**
 * Linked objects: an ID, comma-separated IDs, an object with an ID or with the fields of a new object, or a list of these. Becomes a list of `{ id }`
 * and `{ draft }`. 0 and an empty list become an empty list.
 */
export function linkedObjects(options: LinkedOptions): Field {
  const { fields: _fields, names: _names, ...keywords } = options;
  const isLink = (part: unknown) =>
    isMap(part) ? (isId(part['id']) ? isPositive(part['id']) : isDraft(part, options)) : isPositive(part);
  return createField({
    acceptedSchema: createAcceptedSchema(options),
    onNull: 'absent',
    check: (value, name) => checkItemCount(value, name) ?? splitLinked(value).every(isLink),
    clean: (value) =>
      splitLinked(value).map((part) =>
        !isMap(part) ? { id: Number(part) } : isId(part['id']) ? { id: Number(part['id']) } : { draft: createDraft(part, options) },
      ),
    ...keywords,
  });
}

const isId = (id: unknown): boolean => id !== undefined && id !== null && id !== '' && id !== 0;

/**
 * A boolean, or a string. `1`, `true`, `on` and `yes`, in upper or lower case, mean true, other strings false. Refuses an empty string and other
 * types.
 */
export function booleanString(options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    check: (value) => typeof value === 'boolean' || (typeof value === 'string' && value !== ''),
    clean: (value) => value === true || ['1', 'true', 'on', 'yes'].includes(toPlainString(value).toLowerCase()),
  });
}

/** True if the value is exactly this word. */
export function equalsWord(word: string): Field {
  return untyped({ clean: (value) => value === word });
}
