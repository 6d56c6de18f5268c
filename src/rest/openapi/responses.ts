import type { GraphQLOutputType } from 'graphql';
import { getNullableType, isListType } from 'graphql';
import { createBareSchemas } from './failures.ts';
import { type JsonSchema, createObjectSchema, createTypeSchema, withoutNull } from './schemas.ts';
import { isOperation, type OperationPlan, type Plan } from '../engine/plan.ts';
import { getTotalHeaders } from '../response/pagination.ts';
import type { Shape, ShapeField } from '../response/shape.ts';

const linksSchema: JsonSchema = { $ref: '#/components/schemas/Links' };

/** Returns the context of a route's responses, or null if the caller selects it. */
function getContext(plan: Plan): string | null {
  const isSelectable = plan.declared.some(({ name, schema }) => name === 'context' && schema.enum !== undefined);
  return isSelectable ? null : (plan.response.context ?? 'view');
}

/** Returns the type and the shape at a path of response keys below a root field. */
function findSelection(root: ShapeField, path: readonly string[]): { type: GraphQLOutputType; shape: Shape | null } {
  let { type, child: shape } = root;
  for (const key of path) {
    const field = shape?.fields.find(({ responseKey }) => responseKey === key);
    if (!field) break;
    ({ type, child: shape } = field);
  }
  return { type, shape };
}

function withLinks(schema: JsonSchema, plan: Plan): JsonSchema {
  if (!plan.links || schema['type'] !== 'object') return schema;
  return {
    ...schema,
    properties: {
      ...(schema['properties'] as object),
      _links: linksSchema,
      _embedded: { type: 'object', additionalProperties: { type: 'array', items: {} } },
    },
  };
}

/** Adds the echoed parameters to the members of the returned object. */
function withEchoed(schema: JsonSchema, { response: { echo }, declared }: Plan): JsonSchema {
  if (echo === undefined || schema['type'] !== 'object') return schema;
  const members = Object.entries(echo).map(([name, parameter]) => {
    const description = declared.find((declaration) => declaration.name === parameter)?.schema.description;
    return [name, description === undefined ? {} : { description }] as const;
  });
  return { ...schema, properties: { ...Object.fromEntries(members), ...(schema['properties'] as object | undefined) } };
}

function createItemSchema(plan: Plan, runs: OperationPlan): JsonSchema {
  return runs.itemShape ? withLinks(createObjectSchema(runs.itemShape, getContext(plan)), plan) : {};
}

function createPageSchema(plan: Plan, items: JsonSchema): JsonSchema {
  const { pageUrls, key = 'items' } = plan.response;
  const url = { type: 'string', format: 'uri' };
  return {
    type: 'object',
    properties: {
      [key]: { type: 'array', items },
      ...(pageUrls && { rest_url: url }),
      ...(pageUrls?.neighbors && { next_rest_url: url, previous_rest_url: url }),
      total: { type: 'integer' },
      total_pages: { type: 'integer' },
    },
    required: [key, ...(pageUrls ? ['rest_url'] : []), 'total', 'total_pages'],
  };
}

/** Returns the schema of an item of a list, or of the member that replaces it (`pluck`). */
function createListItemSchema(plan: Plan, object: JsonSchema): JsonSchema {
  const { pluck } = plan.response;
  if (pluck === undefined) return withLinks(object, plan);
  return ((object['properties'] as JsonSchema | undefined)?.[pluck] ?? {}) as JsonSchema;
}

function createRootSchema(plan: Plan, root: ShapeField, isFirst: boolean): JsonSchema {
  const unwrapped = createUnwrappedSchema(plan, root, isFirst);
  const { as, empty } = plan.response;
  const schema = empty === undefined ? unwrapped : { anyOf: [withoutNull(unwrapped), { const: empty }] };
  if (as === undefined) return schema;
  const constants = Object.fromEntries(Object.entries(plan.response.extra ?? {}).map(([name, value]) => [name, { const: value }]));
  return { type: 'object', properties: { ...constants, [as]: schema }, required: [...Object.keys(constants), as] };
}

function createUnwrappedSchema(plan: Plan, root: ShapeField, isFirst: boolean): JsonSchema {
  const { type, shape } = findSelection(root, plan.response.at ?? []);
  const plain = createTypeSchema(type, shape, getContext(plan));
  const schema = shape ? plain : (root.directives.convertSchema?.(plain) ?? plain);
  if (!isFirst) return schema;
  const items = (schema['items'] ?? {}) as JsonSchema;
  if (plan.response.keyedBy !== undefined)
    return { anyOf: [{ type: 'object', additionalProperties: createListItemSchema(plan, items) }, { const: [] }] };
  return isListType(getNullableType(type)) ? { ...schema, items: createListItemSchema(plan, items) } : withLinks(schema, plan);
}

/** Returns the schema of a route's success body in all its forms, or null for a response without a body. */
export function createResponseSchema(plan: Plan): JsonSchema | null {
  const own = createFormSchema(plan);
  const refused = [...createBareSchemas(plan)].flatMap(([status, schemas]) => (status < 300 ? schemas : []));
  if (own === null || plan.alternatives.size + refused.length === 0) return own;
  const forms = [...[...plan.alternatives.values()].flatMap((form) => createFormSchema(form) ?? []), ...refused];
  const distinct = [...new Map([own, ...forms].map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? own : { anyOf: distinct };
}

function createFormSchema(plan: Plan): JsonSchema | null {
  if (plan.options.status === 204) return null;
  if (plan.response.body !== undefined) return { const: plan.response.body };
  // an empty object is echoed as a list
  if (!isOperation(plan.runs))
    return plan.runs.engine === 'parameter' ? { anyOf: [{ type: 'object' }, { const: [] }] } : { type: 'object' };
  if (plan.response.kind === 'list') return { type: 'array', items: createItemSchema(plan, plan.runs) };
  if (plan.response.kind === 'page') return createPageSchema(plan, createItemSchema(plan, plan.runs));
  if (plan.response.stream !== undefined) return { type: 'string' };
  const schemas = plan.runs.shape.fields
    .filter((root) => !root.directives.hidden)
    .map((root, index) => withEchoed(createRootSchema(plan, root, index === 0), plan));
  return schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas };
}

/** Returns the headers of a route's success response, without the headers of every response. */
export function describeResponseHeaders(plan: Plan): Record<string, unknown> {
  const headers: Record<string, unknown> = {
    Allow: { description: 'Methods of this route that the caller may use.', schema: { type: 'string' } },
  };
  const { headers: totals, kind } = plan.response;
  if (totals && (kind === 'list' || kind === 'page')) {
    const [total, totalPages] = getTotalHeaders(totals);
    headers[total] = { description: 'Number of all items.', schema: { type: 'integer' } };
    headers[totalPages] = { description: 'Number of all pages.', schema: { type: 'integer' } };
  }
  if (kind === 'list') headers['Link'] = { description: 'URLs of the previous and the next page.', schema: { type: 'string' } };
  for (const [name] of plan.headers) headers[name] = { schema: { type: 'string' } };
  return headers;
}

/** Returns the success statuses of a route. */
export function getStatuses({ runs, options: { status = 200 } }: Plan): number[] {
  if (!isOperation(runs) && runs.engine === 'batch') return [207];
  return typeof status === 'number' ? [status] : [...new Set([...Object.values(status.statuses), status.fallback])];
}
