import type { ArgumentDeclaration, Field } from './declaration.ts';
import { keywords, type ParameterSchema, type PropertySchema, type SchemaType } from './schema.ts';

type Always = 'title' | 'description' | 'default' | 'enum';
type OfNumbers = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';
type OfTexts = 'format' | 'minLength' | 'maxLength' | 'pattern';
type OfLists = 'minItems' | 'maxItems' | 'uniqueItems' | 'mostItems';
type OfObjects = 'additionalProperties' | 'patternProperties' | 'minProperties' | 'maxProperties';

/** What may be said of an argument in a table: the keywords that go with its type, and how the engine treats it. */
export type FieldOptions<Keywords extends keyof ParameterSchema = never> = Pick<ParameterSchema, Always | Keywords> & Omit<Field, 'schema'>;

/** A whole number: `page: integer({ default: 1, minimum: 1, phase: 'A' })`. */
export function integer(options: FieldOptions<OfNumbers> = {}): Field {
  return field({ type: 'integer' }, options);
}

/** Any number. */
export function number(options: FieldOptions<OfNumbers> = {}): Field {
  return field({ type: 'number' }, options);
}

/** Text, possibly of a format or one of a few words: `order: text({ enum: ['asc', 'desc'], default: 'desc' })`. */
export function text(options: FieldOptions<OfTexts> = {}): Field {
  return field({ type: 'string' }, options);
}

/** True or false. */
export function flag(options: FieldOptions = {}): Field {
  return field({ type: 'boolean' }, options);
}

/** A list, in brackets or as text with commas; `items` says what is in it. Of the items only their schema counts. */
export function list(items?: Field, options: FieldOptions<OfLists> = {}): Field {
  return field({ type: 'array', ...(items && { items: items.schema }) }, options);
}

/** An object; a property is required when its field says so. Without properties anything may be in it. */
export function object(properties?: Readonly<Record<string, Field>>, options: FieldOptions<OfObjects> = {}): Field {
  return field({ type: 'object', ...(properties && { properties: propertiesOf(properties) }) }, options);
}

/** A value of one of several types, the first that fits: `either(['string', 'null'], { format: 'date-time' })`. */
export function either(
  types: readonly SchemaType[],
  options: FieldOptions<OfNumbers | OfTexts | OfLists | OfObjects | 'items' | 'properties'> = {},
): Field {
  return field({ type: types }, options);
}

/** A value that fits exactly one of the candidates; give them titles, which messages mention. */
export function oneOf(candidates: readonly Field[], options: FieldOptions<'type'> = {}): Field {
  return field({ oneOf: candidates.map(({ schema }) => schema) }, options);
}

/** A value that fits at least one of the candidates; the first one decides what it becomes. */
export function anyOf(candidates: readonly Field[], options: FieldOptions<'type'> = {}): Field {
  return field({ anyOf: candidates.map(({ schema }) => schema) }, options);
}

/** A value of which nothing is published; it arrives as the client sent it. */
export function untyped(options: FieldOptions = {}): Field {
  return field({}, options);
}

/** Everything that query and body hold, by name, as the client sent it: for operations that keep what nothing publishes. */
export function everything(options: Pick<Field, 'clean'> = {}): Field {
  return { schema: {}, from: 'all', ...options };
}

/** The declarations of a table of fields, in its order. */
export function declare(fields: Readonly<Record<string, Field>>): ArgumentDeclaration[] {
  return Object.entries(fields).map(([name, declared]) => ({ name, ...declared }));
}

function field(schema: ParameterSchema, options: ParameterSchema & Omit<Field, 'schema'>): Field {
  const { required, phase, check, clean, onNull, appliesDefault, from, header, otherName, ...said } = options;
  const treatment = { required, phase, check, clean, onNull, appliesDefault, from, header, otherName };
  const isSaid = ([, value]: [string, unknown]): boolean => value !== undefined;
  return { schema: ordered({ ...schema, ...said }), ...Object.fromEntries(Object.entries(treatment).filter(isSaid)) };
}

function ordered(schema: ParameterSchema): ParameterSchema {
  return Object.fromEntries(
    [...keywords, 'mostItems' as const].flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])),
  );
}

function propertiesOf(fields: Readonly<Record<string, Field>>): Record<string, PropertySchema> {
  const entries = Object.entries(fields).map(
    ([name, { schema, required }]) => [name, required ? { ...schema, required } : schema] as const,
  );
  return Object.fromEntries(entries);
}
