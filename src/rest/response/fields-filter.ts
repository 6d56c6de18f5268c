import { mapItems } from '../../core/http/long-list.ts';
import type { ResponseFormat } from '../routes/route.ts';

/** A tree of asked keys: `{ title: { rendered: true } }`. */
export type AskedFields = Map<string, AskedFields | true>;

/** Reads `_fields`: CSV, blank-separated or a bracket list, dots descend; null = everything (core-rest.md 4.2). */
export function readFields(value: unknown): AskedFields | null {
  const names = (Array.isArray(value) ? value : [value])
    .flatMap((one) => (typeof one === 'string' ? one.split(/[\s,]+/) : []))
    .filter(Boolean);
  if (names.length === 0) return null;
  const root: AskedFields = new Map();
  for (const name of names) {
    let at = root;
    const keys = name.split('.');
    for (const [i, key] of keys.entries()) {
      const known = at.get(key);
      if (known === true) break;
      // links belong together, and embedded objects are whole
      if (i === keys.length - 1 || key === '_links' || (i === 1 && keys[0] === '_embedded')) {
        at.set(key, true);
        break;
      }
      const next: AskedFields = known ?? new Map();
      at.set(key, next);
      at = next;
    }
  }
  return root;
}

/** The members that a route's own parameter asks for; the empty text asks for all. */
export function readMembers(value: unknown, always: readonly string[]): AskedFields | null {
  const names = (Array.isArray(value) ? value : [value])
    .flatMap((one) => (typeof one === 'string' ? one.split(/[\s,]+/) : []))
    .filter(Boolean);
  return names.length === 0 ? null : new Map([...always, ...names].map((name) => [name, true]));
}

/** Keeps the asked keys of an object or of every item of a list, in the order of the object; an object with nothing left gives `[]`, a value that has no members stays. */
function filterFields(body: unknown, asked: AskedFields): unknown {
  const items = mapItems(body, (one) => filterFields(one, asked));
  if (items) return items;
  if (typeof body !== 'object' || body === null) return body;
  const out: Record<string, unknown> = {};
  let any = false;
  for (const [key, value] of Object.entries(body)) {
    const below = asked.get(key);
    if (below === undefined) continue;
    out[key] = below === true ? value : filterFields(value, below);
    any = true;
  }
  return any ? out : [];
}

/** Keeps what is asked of a map: entries by their own names, of the others the members that are asked for. Entries with nothing left are left out; a map with nothing left gives `[]`. */
function filterEntries(body: unknown, asked: AskedFields): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  const entries = Object.entries(body).flatMap(([name, entry]): [string, unknown][] => {
    const below = asked.get(name) ?? asked;
    if (below === true) return [[name, entry]];
    const left = filterFields(entry, below);
    return isEmpty(left) ? [] : [[name, left]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : [];
}

/** Whose fields are asked for. */
export interface FieldsAsked {
  plan: { response: Pick<ResponseFormat, 'kind' | 'key' | 'as' | 'pluck' | 'keyedBy'> };
  asked: AskedFields | null;
}

/** The body with what `_fields` asks for: of a map by a member of its objects, entries by name or members of all of them. */
export function selectFields({ plan: { response }, asked }: FieldsAsked, body: unknown): unknown {
  if (asked === null) return body;
  const isMap = response.keyedBy !== undefined && response.as === undefined && response.pluck === undefined;
  return isMap ? filterEntries(body, asked) : filterFields(body, asked);
}

/**
 * What `_fields` asks of the objects that the operation selects. Null = everything: also where what is sent are not these objects, or has names
 * that they make.
 */
export function askedOfItems({ plan: { response }, asked }: FieldsAsked): AskedFields | null {
  if (asked === null || response.as !== undefined || response.pluck !== undefined || response.keyedBy !== undefined) return null;
  if (response.kind !== 'page') return asked;
  const below = asked.get(response.key ?? 'items');
  return below === true ? null : (below ?? new Map());
}
