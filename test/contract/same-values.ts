import { isEnumType } from 'graphql';
import { publicSchema } from '../../graphql/schema.ts';
import type { Entry } from '../../src/rest/dictionary/dictionary.ts';
import { isOperation } from '../../src/rest/engine/plan.ts';
import type { Answer } from '../../src/rest/rows/row.ts';
import type { GraphqlReply, RestReply } from '../support/site.ts';
import { sharedSchema } from '../support/app.ts';
import { withoutRandom } from './faces.ts';

type Json = Record<string, unknown>;
type SameValue = Entry['same'][number];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why GraphQL refused, in words: by an error, or in the payload of a mutation; null where it did not. */
export function refusedBy({ data, errors }: GraphqlReply): string | null {
  const [error] = errors;
  if (error) return error.message;
  for (const root of Object.values((data ?? {}) as Json)) {
    const refusals = isObject(root) ? root['errors'] : undefined;
    if (Array.isArray(refusals) && refusals.length > 0) return JSON.stringify(refusals);
  }
  return null;
}

/** The returned objects in the old body. */
function answeredIn(body: unknown, { kind, key = 'items', as, keyedBy }: Answer): unknown {
  if (kind === 'page') return (body as Json | null)?.[key];
  if (as !== undefined) return (body as Json | null)?.[as];
  return keyedBy !== undefined && isObject(body) ? Object.values(body) : body;
}

const isNone = (value: unknown) =>
  value === undefined || value === null || value === 0 || value === '' || value === false || (Array.isArray(value) && value.length === 0);

let stored: Map<string, Set<string>> | undefined;

/** What the enums of the public schema call by a name, as it is stored. */
function storedAs(name: string): ReadonlySet<string> {
  if (!stored) {
    stored = new Map();
    for (const type of Object.values(publicSchema(sharedSchema()).getTypeMap()).filter(isEnumType))
      for (const one of type.getValues()) stored.set(one.name, (stored.get(one.name) ?? new Set()).add(String(one.value)));
  }
  return stored.get(name) ?? new Set();
}

/** Names of enums are the old words in capitals, or others for what is stored. */
const asName = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/[- ]/g, '_').toUpperCase() : value);

/** Whether both say the same: null is what old clients know as 0 or nothing, a name of an enum what they know as a word. */
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

/** What differs on the way to a value, in words; undefined where the old response has no such value. */
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

/** The numbers that a thing has on each site, where it was made on both: null = the same, or missing. */
type Numbers = { old: number; fresh: number } | null;

function numbersOf(same: readonly SameValue[], old: unknown, data: unknown): Numbers {
  const way = same.find((steps) => steps.at(-1)?.shown === 'databaseId' && steps.filter((step) => step.old !== null).length === 1);
  const fresh = way?.reduce<unknown>((value, { shown }) => (isObject(value) ? value[shown] : undefined), data);
  const [was] = way && isObject(old) ? [old[way.at(-1)?.old ?? '']] : [];
  return typeof fresh === 'number' && typeof was === 'number' && was !== fresh ? { old: was, fresh } : null;
}

/** Compares what both responses have: how many values that were, and which of them differ. */
export function compared({ same, plan }: Entry, { body, headers }: RestReply, data: unknown): { count: number; faults: string[] } {
  const { answer } = plan;
  if (answer.body !== undefined || answer.stream !== undefined || answer.valued !== undefined) return { count: 0, faults: [] };
  const answered = answeredIn(body, answer);
  // only what was made on two sites may have two numbers
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
