import fc from 'fast-check';
import type { ParameterSchema, PropertySchema, SchemaType } from '../../src/rest/parameters/schema.ts';
import { declare } from '../../src/rest/parameters/field-types.ts';
import type { Plan } from '../../src/rest/engine/plan.ts';

/** Inputs generated from the published parameters of a route, so that new routes are tested automatically. */

const texts = fc.constantFrom('word', 'Two words', 'Ümläut & <b>bold</b>', '1', '0', 'true', 'a,b', '');
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc.constantFrom('2026-11-20T08:17:27', '2026-03-29T02:30:00', '2026-11-20T08:17:27Z', '2020-02-29T00:00:00+02:00'),
  email: fc.constantFrom('somebody@example.org', 'a.b@example.com'),
  uri: fc.constantFrom('https://example.org/a', 'http://example.org/?b=c'),
  uuid: fc.constant('123e4567-e89b-42d3-a456-426614174000'),
  ip: fc.constantFrom('192.0.2.1', '2001:db8::1'),
  'hex-color': fc.constantFrom('#fff', '#a0b0c0'),
};

function generateOfType(schema: ParameterSchema, type: SchemaType | undefined): fc.Arbitrary<unknown> {
  switch (type) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? (schema.minimum ?? 0) + 40 });
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 90 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.uniqueArray(schema.items ? generateValue(schema.items) : texts, { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'object':
      return generateObject(schema);
    case 'string':
      return (formats[schema.format ?? ''] ?? texts).filter((text) => text.length >= (schema.minLength ?? 0));
    case undefined:
      return fc.oneof(texts, fc.integer({ min: 0, max: 40 }));
  }
}

function generateObject({ properties = {} }: ParameterSchema): fc.Arbitrary<unknown> {
  const required = Object.entries(properties)
    .filter(([, property]) => property.required)
    .map(([name]) => name);
  return fc.record(
    Object.fromEntries(Object.entries<PropertySchema>(properties).map(([name, property]) => [name, generateValue(property)])),
    {
      requiredKeys: required,
    },
  );
}

/** Dates and times in the forms that clients send, for parameters without a format. */
const moments = fc.constantFrom('2026-12-01 10:00:00', '2026-12-24', 'tomorrow 8pm');

/** Generates a value that usually matches a published schema. */
function generateValue(schema: ParameterSchema, name = ''): fc.Arbitrary<unknown> {
  // whole pages exceed the cost limit of a public document
  if (name === 'per_page') return fc.integer({ min: 1, max: 5 });
  if (/(^|_)date$/.test(name) && schema.format === undefined && !schema.enum) return moments;
  if (name.endsWith('_id') && schema.type === 'string') return fc.constantFrom('1', '2', '2000000000');
  const candidates = schema.oneOf ?? schema.anyOf;
  if (candidates) return fc.oneof(...candidates.map((candidate) => generateValue(candidate)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  return fc.oneof(...[schema.type ?? undefined].flat().map((type) => generateOfType(schema, type as SchemaType | undefined)));
}

export type Input = Record<string, unknown>;

/** Returns inputs for a route, the same in every run: all required parameters and some optional ones. */
export function generateInputs(plan: Plan, count: number): Input[] {
  const inPath = new Set(plan.segments.map(({ name }) => name));
  const unpublished = declare(plan.options.undocumentedParams ?? {}).filter(({ name }) => name === 'per_page');
  const others = [...plan.declared, ...unpublished].filter(({ name }) => !inPath.has(name));
  const parts = others.map(({ name, schema, required }) => {
    // without a published schema, uses the example of the route
    const isOpen = schema.type === undefined || (schema.type === 'object' && !schema.properties);
    const example = isOpen ? plan.options.example?.[name] : undefined;
    const value = (example === undefined ? generateValue(schema, name) : fc.constant(example)).map(
      (generated): Input => ({ [name]: generated }),
    );
    return required || name === 'per_page'
      ? value
      : fc.oneof({ weight: Math.max(2, Math.ceil(others.length / 2)), arbitrary: fc.constant<Input>({}) }, { weight: 1, arbitrary: value });
  });
  return fc.sample(
    fc.tuple(...parts).map((values) => Object.assign({}, ...values) as Input),
    { numRuns: count, seed: 7 },
  );
}

/** Encodes a value as a query, as clients do. */
export function encodeQuery(input: Input): string {
  const pairs: [string, string][] = [];
  const add = (name: string, value: unknown) => {
    if (Array.isArray(value)) value.forEach((item, index) => add(`${name}[${index}]`, item));
    else if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    else pairs.push([name, String(value as string | number | boolean)]);
  };
  for (const [name, value] of Object.entries(input)) if (value !== null) add(name, value);
  return new URLSearchParams(pairs).toString();
}
