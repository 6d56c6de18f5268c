import { isEnumType } from 'graphql';
import { createPublicSchema } from '../../graphql/schema.ts';
import type { Entry } from '../../src/rest/dictionary/dictionary.ts';
import { isOperation } from '../../src/rest/engine/plan.ts';
import type { ResponseFormat } from '../../src/rest/routes/route.ts';
import type { GraphqlResponse, RestResponse } from '../support/site.ts';
import { getSharedSchema } from '../support/app.ts';
import { removeRandomValues } from './apis.ts';

type Json = Record<string, unknown>;
type SameValue = Entry['same'][number];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the error message of a GraphQL response or mutation payload, or null. */
export function getRefusal({ data, errors }: GraphqlResponse): string | null {
  const [error] = errors;
  if (error) return error.message;
  for (const root of Object.values((data ?? {}) as Json)) {
    const refusals = isObject(root) ? root['errors'] : undefined;
    if (Array.isArray(refusals) && refusals.length > 0) return JSON.stringify(refusals);
  }
  return null;
}

/** Returns the objects in the REST body. */
function extractResult(body: unknown, { kind, key = 'items', as, keyedBy }: ResponseFormat): unknown {
  if (kind === 'page') return (body as Json | null)?.[key];
  if (as !== undefined) return (body as Json | null)?.[as];
  return keyedBy !== undefined && isObject(body) ? Object.values(body) : body;
}

const isNone = (value: unknown) =>
  value === undefined || value === null || value === 0 || value === '' || value === false || (Array.isArray(value) && value.length === 0);

let stored: Map<string, Set<string>> | undefined;

/** Returns the stored values of all enum values with this name in the public schema. */
function listStoredValues(name: string): ReadonlySet<string> {
  if (!stored) {
    stored = new Map();
    for (const type of Object.values(createPublicSchema(getSharedSchema()).getTypeMap()).filter(isEnumType))
      for (const { name: enumName, value } of type.getValues())
        stored.set(enumName, (stored.get(enumName) ?? new Set()).add(String(value)));
  }
  return stored.get(name) ?? new Set();
}

/** Converts a REST value to the form of enum names. */
const toEnumName = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/[- ]/g, '_').toUpperCase() : value);

/** True if both values are equal. Null equals 0 and empty values; an enum name equals its REST value. */
function isSame(rest: unknown, graphql: unknown, ids: Ids): boolean {
  if (isNone(graphql)) return isNone(rest);
  if (Array.isArray(graphql))
    return Array.isArray(rest) && rest.length === graphql.length && graphql.every((item, index) => isSame(rest[index], item, ids));
  const [a = '', b] = [rest, graphql].map((value) => JSON.stringify(removeRandomValues({ body: value })));
  return (
    a === b ||
    (ids !== null && a.replaceAll(String(ids.rest), String(ids.graphql)) === b) ||
    (typeof graphql === 'string' &&
      /^[A-Z][A-Z0-9_]*$/.test(graphql) &&
      (toEnumName(rest) === graphql || listStoredValues(graphql).has(String(rest))))
  );
}

/** Returns the difference at a path, null if the values are equal, or undefined if the REST response has no such value. */
function findDifference([step, ...steps]: SameValue, rest: unknown, graphql: unknown, ids: Ids): string | null | undefined {
  if (!step && rest === undefined) return undefined;
  if (!step)
    return isSame(rest, graphql, ids) ? null : `${JSON.stringify(rest)?.slice(0, 200)} became ${JSON.stringify(graphql)?.slice(0, 200)}`;
  if (Array.isArray(graphql)) {
    if (!Array.isArray(rest)) return undefined;
    if (rest.length !== graphql.length) return `${rest.length} items became ${graphql.length}`;
    const differences = graphql.map((item, index) => findDifference([step, ...steps], rest[index], item, ids));
    return differences.find((difference) => typeof difference === 'string') ?? (differences.includes(null) ? null : undefined);
  }
  if (!isObject(graphql)) return undefined;
  const { restKey, graphqlKey } = step;
  if (restKey === null) return findDifference(steps, rest, graphql[graphqlKey], ids);
  if (!isObject(rest) || !Object.hasOwn(rest, restKey)) return undefined;
  if (steps.length > 0 && graphql[graphqlKey] === null) return isNone(rest[restKey]) ? undefined : `${graphqlKey} is null`;
  return findDifference(steps, rest[restKey], graphql[graphqlKey], ids);
}

/** The IDs of an item in both responses; null if they are equal or missing. */
type Ids = { rest: number; graphql: number } | null;

function findIds(same: readonly SameValue[], rest: unknown, data: unknown): Ids {
  const path = same.find(
    (steps) => steps.at(-1)?.graphqlKey === 'databaseId' && steps.filter(({ restKey }) => restKey !== null).length === 1,
  );
  const graphqlId = path?.reduce<unknown>((value, { graphqlKey }) => (isObject(value) ? value[graphqlKey] : undefined), data);
  const restId = path && isObject(rest) ? rest[path.at(-1)?.restKey ?? ''] : undefined;
  return typeof graphqlId === 'number' && typeof restId === 'number' && restId !== graphqlId ? { rest: restId, graphql: graphqlId } : null;
}

/** Compares the common values of both responses. Returns their number and the differences. */
export function compareValues({ same, plan }: Entry, { body, headers }: RestResponse, data: unknown): { count: number; faults: string[] } {
  const { response } = plan;
  if (response.body !== undefined || response.stream !== undefined || response.pluck !== undefined) return { count: 0, faults: [] };
  const result = extractResult(body, response);
  // only items that were created on two sites may have different IDs
  const isWrite = isOperation(plan.runs) && plan.runs.operation.operation === 'mutation';
  const ids = isWrite ? findIds(same, result, data) : null;
  let count = 0;
  const faults: string[] = [];
  for (const path of same) {
    const difference = findDifference(path, result, data, ids);
    if (difference === undefined) continue;
    count += 1;
    if (difference !== null) faults.push(`${path.map(({ graphqlKey }) => graphqlKey).join('.')}: ${difference}`);
  }
  const [root] = Object.values((data ?? {}) as Json);
  const total = headers['x-wp-total'];
  if (total !== undefined && isObject(root) && 'totalPages' in root) {
    count += 1;
    if (Number(total) !== root['totalCount']) faults.push(`total: ${total} became ${String(root['totalCount'])}`);
  }
  return { count, faults };
}
