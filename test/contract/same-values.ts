import { isEnumType } from 'graphql';
import { publicSchema } from '../../graphql/schema.ts';
import type { Entry } from '../../src/rest/dictionary/dictionary.ts';
import { isOperation } from '../../src/rest/engine/plan.ts';
import type { ResponseFormat } from '../../src/rest/routes/route.ts';
import type { GraphqlReply, RestReply } from '../support/site.ts';
import { sharedSchema } from '../support/app.ts';
import { withoutRandom } from './apis.ts';

type Json = Record<string, unknown>;
type SameValue = Entry['same'][number];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the error message of a GraphQL response or mutation payload, or null. */
export function refusedBy({ data, errors }: GraphqlReply): string | null {
  const [error] = errors;
  if (error) return error.message;
  for (const root of Object.values((data ?? {}) as Json)) {
    const refusals = isObject(root) ? root['errors'] : undefined;
    if (Array.isArray(refusals) && refusals.length > 0) return JSON.stringify(refusals);
  }
  return null;
}

/** Returns the objects in the old body. */
function answeredIn(body: unknown, { kind, key = 'items', as, keyedBy }: ResponseFormat): unknown {
  if (kind === 'page') return (body as Json | null)?.[key];
  if (as !== undefined) return (body as Json | null)?.[as];
  return keyedBy !== undefined && isObject(body) ? Object.values(body) : body;
}

const isNone = (value: unknown) =>
  value === undefined || value === null || value === 0 || value === '' || value === false || (Array.isArray(value) && value.length === 0);

let stored: Map<string, Set<string>> | undefined;

/** Returns the stored values of an enum name in the public schema. */
function storedAs(name: string): ReadonlySet<string> {
  if (!stored) {
    stored = new Map();
    for (const type of Object.values(publicSchema(sharedSchema()).getTypeMap()).filter(isEnumType))
      for (const one of type.getValues()) stored.set(one.name, (stored.get(one.name) ?? new Set()).add(String(one.value)));
  }
  return stored.get(name) ?? new Set();
}

/** Converts an old value to the form of enum names. */
const asName = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/[- ]/g, '_').toUpperCase() : value);

/** True if both values are equal. Null equals 0 and empty values; an enum name equals its old value. */
function isSame(old: unknown, fresh: unknown, numbers: Numbers): boolean {
  if (isNone(fresh)) return isNone(old);
  if (Array.isArray(fresh))
    return Array.isArray(old) && old.length === fresh.length && fresh.every((one, at) => isSame(old[at], one, numbers));
  const [a = '', b] = [old, fresh].map((value) => JSON.stringify(withoutRandom({ body: value })));
  return (
    a === b ||
    (numbers !== null && a.replaceAll(String(numbers.old), String(numbers.fresh)) === b) ||
    (typeof fresh === 'string' && /^[A-Z][A-Z0-9_]*$/.test(fresh) && (asName(old) === fresh || storedAs(fresh).has(String(old))))
  );
}

/** Returns the difference at a path, or undefined if the old response has no such value. */
function differenceAt([step, ...rest]: SameValue, old: unknown, fresh: unknown, numbers: Numbers): string | null | undefined {
  if (!step && old === undefined) return undefined;
  if (!step)
    return isSame(old, fresh, numbers) ? null : `${JSON.stringify(old)?.slice(0, 200)} became ${JSON.stringify(fresh)?.slice(0, 200)}`;
  if (Array.isArray(fresh)) {
    if (!Array.isArray(old)) return undefined;
    if (old.length !== fresh.length) return `${old.length} became ${fresh.length} of them`;
    const all = fresh.map((one, at) => differenceAt([step, ...rest], old[at], one, numbers));
    return all.find((one) => typeof one === 'string') ?? (all.includes(null) ? null : undefined);
  }
  if (!isObject(fresh)) return undefined;
  if (step.old === null) return differenceAt(rest, old, fresh[step.shown], numbers);
  if (!isObject(old) || !Object.hasOwn(old, step.old)) return undefined;
  if (rest.length > 0 && fresh[step.shown] === null) return isNone(old[step.old]) ? undefined : `${step.shown} is null`;
  return differenceAt(rest, old[step.old], fresh[step.shown], numbers);
}

/** The IDs of an item on both sites; null if they are equal or missing. */
type Numbers = { old: number; fresh: number } | null;

function numbersOf(same: readonly SameValue[], old: unknown, data: unknown): Numbers {
  const way = same.find((steps) => steps.at(-1)?.shown === 'databaseId' && steps.filter((step) => step.old !== null).length === 1);
  const fresh = way?.reduce<unknown>((value, { shown }) => (isObject(value) ? value[shown] : undefined), data);
  const [was] = way && isObject(old) ? [old[way.at(-1)?.old ?? '']] : [];
  return typeof fresh === 'number' && typeof was === 'number' && was !== fresh ? { old: was, fresh } : null;
}

/** Compares the common values of both responses. Returns their number and the differences. */
export function compared({ same, plan }: Entry, { body, headers }: RestReply, data: unknown): { count: number; faults: string[] } {
  const { response } = plan;
  if (response.body !== undefined || response.stream !== undefined || response.pluck !== undefined) return { count: 0, faults: [] };
  const answered = answeredIn(body, response);
  // only items created on two sites may have two IDs
  const isWrite = isOperation(plan.runs) && plan.runs.operation.operation === 'mutation';
  const numbers = isWrite ? numbersOf(same, answered, data) : null;
  let count = 0;
  const faults: string[] = [];
  for (const way of same) {
    const difference = differenceAt(way, answered, data, numbers);
    if (difference === undefined) continue;
    count += 1;
    if (difference !== null) faults.push(`${way.map(({ shown }) => shown).join('.')}: ${difference}`);
  }
  const [root] = Object.values((data ?? {}) as Json);
  const total = headers['x-wp-total'];
  if (total !== undefined && isObject(root) && 'totalPages' in root) {
    count += 1;
    if (Number(total) !== root['totalCount']) faults.push(`total: ${total} became ${String(root['totalCount'])}`);
  }
  return { count, faults };
}
