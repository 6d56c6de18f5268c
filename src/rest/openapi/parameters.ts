import type { ArgumentDeclaration } from '../parameters/declaration.ts';
import { bodyExample, parameterExample } from './examples.ts';
import { type JsonSchema, parameterSchema } from './schemas.ts';
import type { Plan } from '../engine/plan.ts';

/** Parameters of every route. */
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

/** Returns the schema of the values that a parameter accepts. */
function takenSchema({ schema, takes }: ArgumentDeclaration): JsonSchema {
  if (!takes) return parameterSchema(schema);
  const { description, default: value } = parameterSchema(schema);
  return { ...(description !== undefined && { description }), ...parameterSchema(takes), ...(value !== undefined && { default: value }) };
}

/** Describes a path parameter. */
export function pathParameter(plan: Plan, { name, pattern }: Plan['segments'][number]): JsonSchema {
  const declared = plan.declared.find((one) => one.name === name);
  const schema = declared
    ? takenSchema(declared)
    : /^(\[\\d\]|\\d)\+$/.test(pattern)
      ? { type: 'integer' }
      : { type: 'string', pattern: `^(?:${pattern})$` };
  const { description, ...rest } = schema;
  const example = plan.options.example?.[name];
  return {
    name,
    in: 'path',
    required: true,
    ...(description !== undefined && { description }),
    schema: rest,
    ...(example !== undefined && { example }),
  };
}

/** Describes a query parameter: lists with commas, objects in brackets. */
export function queryParameter(plan: Plan, declared: ArgumentDeclaration): JsonSchema {
  const { name, required } = declared;
  const example = parameterExample(plan, declared);
  const isAsked = plan.options.requires?.parameter === name;
  const { description, default: value, ...rest } = takenSchema(declared);
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
    ...((required || isAsked) && { required: true }),
    ...(description !== undefined && { description }),
    ...style,
    schema: { ...rest, ...(value !== undefined && !isAsked && { default: value }) },
    ...(example !== undefined && { example }),
  };
}

/** Returns the schema of an object with these fields. */
export function requestSchema(fields: readonly ArgumentDeclaration[]): JsonSchema {
  const required = fields.filter((field) => field.required && field.schema.default === undefined).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, takenSchema(field)])),
    ...(required.length > 0 && { required }),
  };
}

/** Describes the parameters of a write as a body, as JSON or as a form. */
export function requestBody(plan: Plan, fields: readonly ArgumentDeclaration[]): JsonSchema {
  const example = bodyExample(plan, fields);
  const content = { schema: requestSchema(fields), ...(example && { example }) };
  return {
    ...(content.schema['required'] !== undefined && { required: true }),
    content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
  };
}
