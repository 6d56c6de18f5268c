import type { ArgumentDeclaration } from './arguments/declaration.ts';
import { type JsonSchema, parameterSchema } from './openapi-schemas.ts';
import type { Plan } from './plan.ts';

/** Parameters that every row takes. */
export const metaParameters: Readonly<Record<string, JsonSchema>> = {
  _fields: {
    name: '_fields',
    in: 'query',
    description: 'Only these fields; dots lead into objects.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  _embed: {
    name: '_embed',
    in: 'query',
    description: 'Embeds the targets of links: all, or those of the named relations.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  _envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Status and headers travel in the body.',
    allowEmptyValue: true,
    schema: { type: 'string' },
  },
};

/** A place of the path. */
export function pathParameter(plan: Plan, { name, pattern }: Plan['segments'][number]): JsonSchema {
  const declared = plan.declared.find((one) => one.name === name);
  const schema = declared
    ? parameterSchema(declared.schema)
    : /^(\[\\d\]|\\d)\+$/.test(pattern)
      ? { type: 'integer' }
      : { type: 'string', pattern: `^(?:${pattern})$` };
  const { description, ...rest } = schema;
  return { name, in: 'path', required: true, ...(description !== undefined && { description }), schema: rest };
}

/** A parameter that travels in the query: lists with commas, objects in brackets. */
export function queryParameter({ name, schema, required }: ArgumentDeclaration): JsonSchema {
  const { description, ...rest } = parameterSchema(schema);
  const types = [rest['type']].flat();
  const style =
    types.includes('object') && !types.includes('array')
      ? { style: 'deepObject', explode: true }
      : types.includes('array')
        ? { style: 'form', explode: false }
        : {};
  return {
    name,
    in: 'query',
    ...(required && { required: true }),
    ...(description !== undefined && { description }),
    ...style,
    schema: rest,
  };
}

/** The schema of an object that holds these fields. */
export function requestSchema(fields: readonly ArgumentDeclaration[]): JsonSchema {
  const required = fields.filter((field) => field.required && field.schema.default === undefined).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, parameterSchema(field.schema)])),
    ...(required.length > 0 && { required }),
  };
}

/** The parameters of a write as its body, as JSON or as a form. */
export function requestBody(fields: readonly ArgumentDeclaration[]): JsonSchema {
  const schema = requestSchema(fields);
  return {
    ...(schema['required'] !== undefined && { required: true }),
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  };
}
