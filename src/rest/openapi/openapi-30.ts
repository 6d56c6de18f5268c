import type { JsonSchema } from './schemas.ts';

const isMap = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

const isNull = (value: unknown) => isMap(value) && (value['type'] === 'null' || ('const' in value && value['const'] === null));

/** Keywords of 3.1 without a counterpart in 3.0. */
const unknownWords = new Set(['patternProperties', '$schema']);

function bounds(schema: JsonSchema): JsonSchema {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  return {
    ...rest,
    ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(typeof exclusiveMaximum === 'number' && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

function types(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const present = (type as string[]).filter((one) => one !== 'null');
  const nullable = present.length < type.length ? { nullable: true } : {};
  if (present.length === 1) return { ...rest, type: present[0], ...nullable };
  const { description, ...own } = rest;
  return {
    ...(description !== undefined && { description }),
    ...nullable,
    anyOf: present.map((one) => (one === 'array' ? { type: one, items: {} } : { type: one })),
    ...('default' in own && { default: own['default'] }),
  };
}

/** Adds `nullable`, which 3.0 only allows next to a type, to the first alternative with a type, or adds an alternative for null. */
function withNull(present: readonly unknown[]): unknown[] {
  const at = present.findIndex((one) => isMap(one) && typeof one['type'] === 'string');
  if (at === -1) return [...present, { type: 'object', nullable: true, enum: [null] }];
  return present.map((one, index) => (index === at ? { ...(one as JsonSchema), nullable: true } : one));
}

function alternatives(schema: JsonSchema): JsonSchema {
  const { anyOf: written, ...rest } = schema;
  if (!Array.isArray(written)) return schema;
  const anyOf = written.flatMap((one) =>
    isMap(one) && Array.isArray(one['anyOf']) && Object.keys(one).length === 1 ? (one['anyOf'] as unknown[]) : [one],
  );
  const present = anyOf.filter((one) => !isNull(one));
  const nullable = present.length < anyOf.length ? { nullable: true } : {};
  const [only] = present;
  if (present.length === 1 && isMap(only) && !('$ref' in only)) return { ...only, ...rest, ...nullable };
  return { ...rest, anyOf: present.length < anyOf.length ? withNull(present) : present };
}

/** Converts a schema, or a value that contains schemas, to OpenAPI 3.0. */
export function inOpenApi30(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((one) => inOpenApi30(one));
  if (!isMap(value)) return value;
  if (isProperties) return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, inOpenApi30(schema)]));
  const { const: constant, examples, ...rest } = alternatives(bounds(value));
  const said: JsonSchema = {
    ...rest,
    ...('const' in value && constant !== null && { enum: [constant] }),
    ...(Array.isArray(examples) && { example: examples[0] as unknown }),
  };
  const changed = Object.fromEntries(
    Object.entries(said)
      .filter(([word]) => !unknownWords.has(word))
      .map(([word, inner]) => [
        word,
        word === 'default' || word === 'enum' || word === 'example' ? inner : inOpenApi30(inner, word === 'properties'),
      ]),
  );
  const plain = types(changed);
  return plain['type'] === 'array' && plain['items'] === undefined ? { ...plain, items: {} } : plain;
}
