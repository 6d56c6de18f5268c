import type { JsonSchema } from './schemas.ts';

const isMap = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

const isNull = (value: unknown) => isMap(value) && (value['type'] === 'null' || ('const' in value && value['const'] === null));

/** Keywords of 3.1 that 3.0 does not support. */
const unsupportedKeywords = new Set(['patternProperties', '$schema']);

function convertBounds(schema: JsonSchema): JsonSchema {
  const { exclusiveMinimum, exclusiveMaximum, ...others } = schema;
  return {
    ...others,
    ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(typeof exclusiveMaximum === 'number' && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

function convertTypes(schema: JsonSchema): JsonSchema {
  const { type: types, ...others } = schema;
  if (!Array.isArray(types)) return schema;
  const present = (types as string[]).filter((type) => type !== 'null');
  const nullable = present.length < types.length ? { nullable: true } : {};
  if (present.length === 1) return { ...others, type: present[0], ...nullable };
  return {
    ...(others['description'] !== undefined && { description: others['description'] }),
    ...nullable,
    anyOf: present.map((type) => (type === 'array' ? { type, items: {} } : { type })),
    ...('default' in others && { default: others['default'] }),
  };
}

/** Adds `nullable`, which 3.0 only allows next to a type, to the first alternative with a type, or adds an alternative for null. */
function withNull(present: readonly unknown[]): unknown[] {
  const typedIndex = present.findIndex((schema) => isMap(schema) && typeof schema['type'] === 'string');
  if (typedIndex === -1) return [...present, { type: 'object', nullable: true, enum: [null] }];
  return present.map((schema, index) => (index === typedIndex ? { ...(schema as JsonSchema), nullable: true } : schema));
}

function convertAlternatives(schema: JsonSchema): JsonSchema {
  const { anyOf: nested, ...others } = schema;
  if (!Array.isArray(nested)) return schema;
  const anyOf = nested.flatMap((inner) =>
    isMap(inner) && Array.isArray(inner['anyOf']) && Object.keys(inner).length === 1 ? (inner['anyOf'] as unknown[]) : [inner],
  );
  const present = anyOf.filter((inner) => !isNull(inner));
  const nullable = present.length < anyOf.length ? { nullable: true } : {};
  const [only] = present;
  if (present.length === 1 && isMap(only) && !('$ref' in only)) return { ...only, ...others, ...nullable };
  return { ...others, anyOf: present.length < anyOf.length ? withNull(present) : present };
}

/** Converts a schema, or a value that contains schemas, to OpenAPI 3.0. `isProperties` is true for a map of schemas by property. */
export function convertToOpenApi30(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => convertToOpenApi30(item));
  if (!isMap(value)) return value;
  if (isProperties) return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, convertToOpenApi30(schema)]));
  const { const: constant, examples, ...others } = convertAlternatives(convertBounds(value));
  const schema: JsonSchema = {
    ...others,
    ...('const' in value && constant !== null && { enum: [constant] }),
    ...(Array.isArray(examples) && { example: examples[0] as unknown }),
  };
  const converted = convertTypes(
    Object.fromEntries(
      Object.entries(schema)
        .filter(([keyword]) => !unsupportedKeywords.has(keyword))
        .map(([keyword, inner]) => [
          keyword,
          ['default', 'enum', 'example'].includes(keyword) ? inner : convertToOpenApi30(inner, keyword === 'properties'),
        ]),
    ),
  );
  return converted['type'] === 'array' && converted['items'] === undefined ? { ...converted, items: {} } : converted;
}
