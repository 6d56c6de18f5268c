import type { ArgumentDeclaration } from '../parameters/declaration.ts';
import { createBodyExample, findParameterExample } from './examples.ts';
import { type JsonSchema, convertSchema } from './schemas.ts';
import type { Plan } from '../engine/plan.ts';

/** Parameters of every route. */
export const metaParameters: Readonly<Record<string, JsonSchema>> = {
  _fields: {
    name: '_fields',
    in: 'query',
    description: 'Returns only these fields. A dot selects a field of a nested object, such as `title.rendered`.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  _embed: {
    name: '_embed',
    in: 'query',
    description: 'Embeds the targets of links: all embeddable ones if empty, otherwise those of the named relations.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  _envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Returns the status and the headers in the body.',
    allowEmptyValue: true,
    schema: { type: 'string' },
  },
};

/** Returns the schema of the values that a parameter accepts. */
function createAcceptedSchema({ schema, acceptedSchema }: ArgumentDeclaration): JsonSchema {
  if (!acceptedSchema) return convertSchema(schema);
  const { description, default: value } = convertSchema(schema);
  return {
    ...(description !== undefined && { description }),
    ...convertSchema(acceptedSchema),
    ...(value !== undefined && { default: value }),
  };
}

/** Describes a path parameter. */
export function describePathParameter(plan: Plan, { name, pattern }: Plan['segments'][number]): JsonSchema {
  const declared = plan.declared.find((parameter) => parameter.name === name);
  const schema = declared
    ? createAcceptedSchema(declared)
    : /^(\[\\d\]|\\d)\+$/.test(pattern)
      ? { type: 'integer' }
      : { type: 'string', pattern: `^(?:${pattern})$` };
  const { description, ...others } = schema;
  const example = plan.options.example?.[name];
  return {
    name,
    in: 'path',
    required: true,
    ...(description !== undefined && { description }),
    schema: others,
    ...(example !== undefined && { example }),
  };
}

/** Describes a query parameter. Commas separate the items of a list. Brackets enclose the names of an object's members. */
export function describeQueryParameter(plan: Plan, declared: ArgumentDeclaration): JsonSchema {
  const { name, required } = declared;
  const example = findParameterExample(plan, declared);
  const mustBeTrue = plan.options.requires?.parameter === name;
  const { description, default: value, ...others } = createAcceptedSchema(declared);
  const types = [others['type']].flat();
  const style =
    types.includes('object') && !types.includes('array')
      ? { style: 'deepObject', explode: true }
      : types.includes('array')
        ? { style: 'form', explode: false }
        : {};
  return {
    name,
    in: 'query',
    ...((required || mustBeTrue) && { required: true }),
    ...(description !== undefined && { description }),
    ...style,
    schema: { ...others, ...(value !== undefined && !mustBeTrue && { default: value }) },
    ...(example !== undefined && { example }),
  };
}

/** Returns the schema of an object with these fields. */
export function createRequestSchema(fields: readonly ArgumentDeclaration[]): JsonSchema {
  const required = fields.filter((field) => field.required && field.schema.default === undefined).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, createAcceptedSchema(field)])),
    ...(required.length > 0 && { required }),
  };
}

/** Describes the parameters of a write as a request body, which may be JSON or a form. */
export function describeRequestBody(plan: Plan, fields: readonly ArgumentDeclaration[]): JsonSchema {
  const example = createBodyExample(plan, fields);
  const content = { schema: createRequestSchema(fields), ...(example && { example }) };
  return {
    ...(content.schema['required'] !== undefined && { required: true }),
    content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
  };
}
