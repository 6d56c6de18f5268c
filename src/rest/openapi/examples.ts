import type { ArgumentDeclaration } from '../parameters/declaration.ts';
import type { ParameterSchema } from '../parameters/schema.ts';
import type { Plan } from '../engine/plan.ts';

/** Example values by format, which are valid on every site. */
const formatExamples: Readonly<Record<string, string>> = {
  'date-time': '2026-11-20T20:00:00Z',
  email: 'somebody@example.org',
  uri: 'https://example.org/',
  ip: '192.0.2.1',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  'hex-color': '#a0b0c0',
};

const getTypes = ({ type }: ParameterSchema) => [type].flat();

/** Returns an example from the schema that is valid on every site, or undefined if the schema implies none. */
function findExample(schema: ParameterSchema): unknown {
  const { default: value, enum: enumValues, format } = schema;
  const types = getTypes(schema);
  const isList = types.length === 1 && types[0] === 'array';
  if (value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    return isList && !Array.isArray(value) ? [value] : value;
  if (enumValues && enumValues.length > 0) return enumValues[0];
  if (isList) {
    const item = schema.items && findExample(schema.items);
    return item === undefined ? undefined : [item];
  }
  if (types.includes('boolean')) return true;
  return types.includes('string') && format !== undefined ? formatExamples[format] : undefined;
}

/** Returns an example of a parameter from its route or its schema, or undefined if neither has one. */
export function findParameterExample({ options }: Plan, { name, schema, acceptedSchema }: ArgumentDeclaration): unknown {
  if (options.requires?.parameter === name) return true;
  return options.example?.[name] ?? findExample(acceptedSchema ?? schema);
}

/** Returns an example of a body with the examples of the route and all required fields, or undefined if a required field has no example. */
export function createBodyExample({ options }: Plan, fields: readonly ArgumentDeclaration[]): Record<string, unknown> | undefined {
  const values = new Map<string, unknown>();
  for (const { name, schema, acceptedSchema, required } of fields) {
    const isRequired = required === true && schema.default === undefined;
    const value = options.example?.[name] ?? (isRequired ? findExample(acceptedSchema ?? schema) : undefined);
    if (value !== undefined) values.set(name, value);
    else if (isRequired) return undefined;
  }
  return values.size > 0 ? Object.fromEntries(values) : undefined;
}
