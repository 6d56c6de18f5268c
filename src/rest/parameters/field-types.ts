import type { ArgumentDeclaration, Field } from './declaration.ts';
import { keywords as publishedKeywords, type ParameterSchema, type PropertySchema, type SchemaType } from './schema.ts';

type CommonKeywords = 'title' | 'description' | 'default' | 'enum';
type NumberKeywords = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';
type StringKeywords = 'format' | 'minLength' | 'maxLength' | 'pattern';
type ListKeywords = 'minItems' | 'maxItems' | 'uniqueItems' | 'itemLimit';
type ObjectKeywords = 'additionalProperties' | 'patternProperties' | 'minProperties' | 'maxProperties';

/** Options of an argument in a table: the keywords of its type, and its processing by the engine. */
export type FieldOptions<Keywords extends keyof ParameterSchema = never> = Pick<ParameterSchema, CommonKeywords | Keywords> &
  Omit<Field, 'schema'>;

/** Keywords of a schema and options of its processing. */
export type Keywords = ParameterSchema & Omit<Field, 'schema'>;

/** A whole number: `page: integer({ default: 1, minimum: 1, phase: 'early' })`. */
export function integer(options: FieldOptions<NumberKeywords> = {}): Field {
  return createOrderedField({ type: 'integer', ...options });
}

/** Any number. */
export function number(options: FieldOptions<NumberKeywords> = {}): Field {
  return createOrderedField({ type: 'number', ...options });
}

/** A string, optionally with a format or a list of allowed values: `order: text({ enum: ['asc', 'desc'], default: 'desc' })`. */
export function text(options: FieldOptions<StringKeywords> = {}): Field {
  return createOrderedField({ type: 'string', ...options });
}

/** A boolean. */
export function flag(options: FieldOptions = {}): Field {
  return createOrderedField({ type: 'boolean', ...options });
}

/** A list, in brackets or comma-separated. `items` is the type of its items. Only the schema of that type applies. */
export function list(items?: Field, options: FieldOptions<ListKeywords> = {}): Field {
  return createOrderedField({ type: 'array', ...(items && { items: items.schema }), ...options });
}

/** An object. A property is required if its field is required. Without `properties`, accepts all members. */
export function object(properties?: Readonly<Record<string, Field>>, options: FieldOptions<ObjectKeywords> = {}): Field {
  return createOrderedField({ type: 'object', ...(properties && { properties: createProperties(properties) }), ...options });
}

/** A value of one of several types. The first type that matches applies: `either(['string', 'null'], { format: 'date-time' })`. */
export function either(
  types: readonly SchemaType[],
  options: FieldOptions<NumberKeywords | StringKeywords | ListKeywords | ObjectKeywords | 'items' | 'properties'> = {},
): Field {
  return createOrderedField({ type: types, ...options });
}

/** A value that matches exactly one candidate. Give the candidates titles, because error messages contain them. */
export function oneOf(candidates: readonly Field[], options: FieldOptions<'type'> = {}): Field {
  return createOrderedField({ oneOf: candidates.map(({ schema }) => schema), ...options });
}

/** A value that matches at least one candidate. The first match converts it. */
export function anyOf(candidates: readonly Field[], options: FieldOptions<'type'> = {}): Field {
  return createOrderedField({ anyOf: candidates.map(({ schema }) => schema), ...options });
}

/** A value without a published type. It stays unchanged. */
export function untyped(options: FieldOptions = {}): Field {
  return createOrderedField(options);
}

/** All parameters of query and body by name, unchanged, for operations that store undocumented parameters. */
export function everything(options: Pick<Field, 'clean'> = {}): Field {
  return { schema: {}, from: 'all', ...options };
}

/** Converts a table of fields to declarations in the same order. */
export function declare(fields: Readonly<Record<string, Field>>): ArgumentDeclaration[] {
  return Object.entries(fields).map(([name, declaration]) => ({ name, ...declaration }));
}

const schemaKeywords: readonly string[] = [...publishedKeywords, 'itemLimit'];

/** Creates a field from keywords and options. */
export function createField(options: Keywords): Field {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const select = (isKeyword: boolean) => Object.fromEntries(given.filter(([name]) => schemaKeywords.includes(name) === isKeyword));
  return { schema: select(true), ...select(false) };
}

/** Creates a field with its keywords in the published order. */
function createOrderedField(options: Keywords): Field {
  const position = ([name]: [string, unknown]): number => schemaKeywords.indexOf(name);
  return createField(Object.fromEntries(Object.entries(options).toSorted((a, b) => position(a) - position(b))));
}

function createProperties(fields: Readonly<Record<string, Field>>): Record<string, PropertySchema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema, required }]) => [name, required ? { ...schema, required } : schema]),
  );
}
