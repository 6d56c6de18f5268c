import type { GraphQLOutputType } from 'graphql';
import { getNullableType, isListType, isNonNullType } from 'graphql';
import { type JsonSchema, objectSchema, typeSchema } from './openapi-schemas.ts';
import { isOperation, type OperationPlan, type Plan } from './plan.ts';
import { totalHeaders } from './pagination.ts';
import type { Shape, ShapeField } from './shape.ts';

const linksSchema: JsonSchema = { $ref: '#/components/schemas/Links' };

/** The context a row answers in; null where the caller chooses. */
function contextOf(plan: Plan): string | null {
  const chosen = plan.declared.some(({ name, schema }) => name === 'context' && schema.enum !== undefined);
  return chosen ? null : (plan.answer.context ?? 'view');
}

interface Place {
  type: GraphQLOutputType;
  shape: Shape | null;
}

/** Type and selection at a path of response keys below a root field. */
function placeAt(root: ShapeField, path: readonly string[]): Place {
  let at: Place = { type: root.type, shape: root.child };
  for (const key of path) {
    const field = at.shape?.fields.find((one) => one.from === key);
    if (!field) break;
    at = { type: isNonNullType(field.type) ? field.type : at.type, shape: field.child };
    at.type = field.type;
  }
  return at;
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

function itemsOf(plan: Plan, runs: OperationPlan): JsonSchema {
  return runs.itemShape ? withLinks(objectSchema(runs.itemShape, contextOf(plan)), plan) : {};
}

function pageSchema(plan: Plan, items: JsonSchema): JsonSchema {
  const { addresses, key = 'items' } = plan.answer;
  const address = { type: 'string', format: 'uri' };
  return {
    type: 'object',
    properties: {
      [key]: { type: 'array', items },
      ...(addresses && { rest_url: address }),
      ...(addresses?.neighbours && { next_rest_url: address, previous_rest_url: address }),
      total: { type: 'integer' },
      total_pages: { type: 'integer' },
    },
    required: [key, ...(addresses ? ['rest_url'] : []), 'total', 'total_pages'],
  };
}

function rootSchema(plan: Plan, root: ShapeField, isFirst: boolean): JsonSchema {
  const { type, shape } = placeAt(root, plan.answer.at ?? []);
  const schema = typeSchema(type, shape, contextOf(plan));
  if (!isFirst) return schema;
  if (plan.answer.keyedBy !== undefined) {
    return { anyOf: [{ type: 'object', additionalProperties: withLinks((schema['items'] ?? {}) as JsonSchema, plan) }, { const: [] }] };
  }
  return isListType(getNullableType(type))
    ? { ...schema, items: withLinks((schema['items'] ?? {}) as JsonSchema, plan) }
    : withLinks(schema, plan);
}

/** The schema of a row's success body; null for an answer without one. */
export function answerSchema(plan: Plan): JsonSchema | null {
  if (plan.options.status === 204) return null;
  if (plan.answer.body !== undefined) return { const: plan.answer.body };
  if (!isOperation(plan.runs)) return { type: 'object' };
  if (plan.answer.kind === 'list') return { type: 'array', items: itemsOf(plan, plan.runs) };
  if (plan.answer.kind === 'page') return pageSchema(plan, itemsOf(plan, plan.runs));
  const schemas = plan.runs.shape.fields.filter((root) => !root.words.hidden).map((root, index) => rootSchema(plan, root, index === 0));
  return schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas };
}

/** The headers that a row's success answer carries besides those of every answer. */
export function answerHeaders(plan: Plan): Record<string, unknown> {
  const headers: Record<string, unknown> = {
    Allow: { description: 'Methods of this route that the caller may use.', schema: { type: 'string' } },
  };
  const { headers: totals, kind } = plan.answer;
  if (totals && (kind === 'list' || kind === 'page')) {
    const [total, totalPages] = totalHeaders(totals);
    headers[total] = { description: 'Number of all items.', schema: { type: 'integer' } };
    headers[totalPages] = { description: 'Number of all pages.', schema: { type: 'integer' } };
  }
  if (kind === 'list') headers['Link'] = { description: 'Addresses of the previous and the next page.', schema: { type: 'string' } };
  for (const [name] of plan.headers) headers[name] = { schema: { type: 'string' } };
  return headers;
}
