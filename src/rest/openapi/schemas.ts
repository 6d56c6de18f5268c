import { getNamedType, type GraphQLOutputType, isEnumType, isListType, isNonNullType } from 'graphql';
import type { ParameterSchema, PropertySchema } from '../parameters/schema.ts';
import type { Shape, ShapeField } from '../response/shape.ts';

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

const isEmptyMap = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

function mapValues<T>(map: Readonly<Record<string, T>>, change: (value: T) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}

/** Fits the default to the type: wraps a single item of a list, and drops null if the type excludes it. */
function fitDefault(schema: JsonSchema): JsonSchema {
  const { default: value, ...others } = schema;
  const types = [schema['type']].flat();
  if (value === undefined || (value === null && !types.includes('null'))) return others;
  if (types.length === 1 && types[0] === 'array' && !Array.isArray(value)) return { ...others, default: [value] };
  return { ...others, default: value };
}

/**
 * Converts the schema of a parameter to JSON Schema 2020-12: exclusive bounds are numbers, required properties are a list, and arrays always have
 * `items`.
 */
export function convertSchema(schema: ParameterSchema | PropertySchema): JsonSchema {
  const converted = fitDefault(convertKeywords(schema));
  return [converted['type']].flat().includes('array') && converted['items'] === undefined ? { ...converted, items: {} } : converted;
}

function convertKeywords(schema: ParameterSchema | PropertySchema): JsonSchema {
  const {
    items,
    properties,
    additionalProperties,
    patternProperties,
    anyOf,
    oneOf,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    itemLimit: _itemLimit,
    ...others
  } = schema;
  const { required: _required, readonly: isReadOnly, ...unchanged } = others as JsonSchema;
  const required = Object.entries(properties ?? {})
    .filter(([, property]) => property.required)
    .map(([name]) => name);
  return {
    ...unchanged,
    ...(isReadOnly === true && { readOnly: true }),
    ...(minimum !== undefined && { [exclusiveMinimum ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum !== undefined && { [exclusiveMaximum ? 'exclusiveMaximum' : 'maximum']: maximum }),
    ...(items && { items: convertSchema(items) }),
    ...(properties && { properties: mapValues(properties, convertSchema) }),
    ...(required.length > 0 && { required }),
    ...(additionalProperties !== undefined && {
      additionalProperties: typeof additionalProperties === 'boolean' ? additionalProperties : convertSchema(additionalProperties),
    }),
    ...(patternProperties && { patternProperties: mapValues(patternProperties, convertSchema) }),
    ...(anyOf && { anyOf: anyOf.map(convertSchema) }),
    ...(oneOf && { oneOf: oneOf.map(convertSchema) }),
  };
}

const scalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
  String: { type: 'string' },
  HTML: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time' },
  LocalDateTime: { type: 'string', examples: ['2026-11-20T08:17:27'] },
  JSON: {},
};

function allowNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (typeof type === 'string')
    return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) };
  return isEmptyMap(schema) ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** Returns the schema of a GraphQL type as REST sends it, without members of other contexts. `context` is null if the caller selects it. */
export function createTypeSchema(type: GraphQLOutputType, shape: Shape | null, context: string | null): JsonSchema {
  return isNonNullType(type) ? createNonNullSchema(type.ofType, shape, context) : allowNull(createNonNullSchema(type, shape, context));
}

function createNonNullSchema(type: GraphQLOutputType, shape: Shape | null, context: string | null): JsonSchema {
  if (isListType(type)) return { type: 'array', items: createTypeSchema(type.ofType as GraphQLOutputType, shape, context) };
  if (shape) return createObjectSchema(shape, context);
  const named = getNamedType(type);
  if (isEnumType(named)) return { type: 'string', enum: named.getValues().map((value) => value.name) };
  return scalars[named.name] ?? {};
}

function createFieldSchema(field: ShapeField, context: string | null): JsonSchema {
  const { directives } = field;
  const plain = directives.text ? { type: 'string' } : createTypeSchema(field.type, field.child, context);
  let schema = directives.convertSchema?.(plain) ?? plain;
  if (directives.text) schema = toStringSchema(schema);
  if (directives.hasEmptyAs && directives.emptyAs !== null) schema = withEmptyValue(field.type, schema, directives.emptyAs);
  if (directives.isMasked && !isAccepted(schema, directives.maskedAs)) schema = { anyOf: [schema, { const: directives.maskedAs }] };
  return field.description ? { description: field.description, ...schema } : schema;
}

/** Converts a schema to the schema of its values as strings. */
function toStringSchema({ type: _type, enum: values, ...others }: JsonSchema): JsonSchema {
  return { ...others, type: 'string', ...(Array.isArray(values) && { enum: (values as unknown[]).map(String) }) };
}

/** True if the schema only requires a type and the value has it. */
function isAccepted(schema: JsonSchema, value: unknown): boolean {
  const { type, description: _description, ...others } = schema;
  return Object.keys(others).length === 0 && [type].flat().includes(typeof value);
}

/** Replaces null in a schema with the value that is sent instead of null. */
function withEmptyValue(type: GraphQLOutputType, schema: JsonSchema, empty: unknown): JsonSchema {
  const present = isNonNullType(type) ? schema : withoutNull(schema);
  return isEmptyMap(present) ? present : { anyOf: [present, { const: empty }] };
}

/** Removes null from a schema. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, enum: values } = schema;
  if (Array.isArray(type)) {
    const present = (type as string[]).find((name) => name !== 'null');
    return { ...schema, type: present, ...(Array.isArray(values) && { enum: (values as unknown[]).filter((value) => value !== null) }) };
  }
  return Array.isArray(anyOf) ? (anyOf[0] as JsonSchema) : schema;
}

/** Returns the schema of an object that an operation selects, by published name. Members that may be omitted are not required. */
export function createObjectSchema(shape: Shape, context: string | null): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  let isOpen = false;
  const add = (name: string, schema: JsonSchema, isRequired: boolean) => {
    properties[name] = schema;
    if (isRequired) required.push(name);
  };
  const addInto = (into: string, name: string, schema: JsonSchema): void => {
    const holder = (properties[into] ??= { type: 'object', properties: {} });
    (holder['properties'] as Record<string, unknown>)[name] = schema;
  };
  for (const field of shape.fields) {
    const { directives } = field;
    const isSent =
      !directives.hidden &&
      !directives.masks &&
      (directives.contexts === null || context === null || directives.contexts.includes(context));
    if (!isSent) continue;
    const isRequired =
      !directives.omitEmpty && !directives.omitNull && !directives.isConditional && (directives.contexts === null || context !== null);
    // a map without a selection: its members depend on stored data
    if (directives.inline && !field.child) {
      isOpen = true;
      continue;
    }
    if (directives.inline && field.child) {
      const inner = createObjectSchema(field.child, context);
      isOpen ||= inner['additionalProperties'] === true;
      for (const [name, schema] of Object.entries(inner['properties'] as Record<string, JsonSchema>))
        if (directives.into !== null) addInto(directives.into, name, schema);
        else
          add(name, schema, isRequired && isNonNullType(field.type) && ((inner['required'] as string[] | undefined) ?? []).includes(name));
    } else if (directives.into !== null) addInto(directives.into, directives.key, createFieldSchema(field, context));
    else add(directives.key, createFieldSchema(field, context), isRequired);
  }
  const schema = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(isOpen && { additionalProperties: true }),
  };
  if (!shape.fields.some(({ directives }) => directives.masksAll)) return schema;
  return {
    anyOf: [
      schema,
      { type: 'object', additionalProperties: true, description: 'The object without its content, for callers who may not see it.' },
    ],
  };
}
