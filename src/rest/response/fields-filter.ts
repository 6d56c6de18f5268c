import { mapItems } from '../../core/http/long-list.ts';
import type { ResponseFormat } from '../routes/route.ts';

/** A tree of requested keys: `{ title: { rendered: true } }`. */
export type RequestedFields = Map<string, RequestedFields | true>;

const splitNames = (value: unknown): string[] =>
  [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(/[\s,]+/).filter(Boolean) : []));

/**
 * Reads `_fields`: names separated by commas or spaces, or a list in brackets. Dots select nested fields. Returns null if all fields are selected
 * (docs/behaviour/core-rest.md 4.2).
 */
export function readFields(value: unknown): RequestedFields | null {
  const names = splitNames(value);
  if (names.length === 0) return null;
  const root: RequestedFields = new Map();
  for (const name of names) {
    let branch = root;
    const keys = name.split('.');
    for (const [i, key] of keys.entries()) {
      const known = branch.get(key);
      if (known === true) break;
      // links cannot be selected one by one, nor members of embedded objects
      if (i === keys.length - 1 || key === '_links' || (i === 1 && keys[0] === '_embedded')) {
        branch.set(key, true);
        break;
      }
      const next: RequestedFields = known ?? new Map();
      branch.set(key, next);
      branch = next;
    }
  }
  return root;
}

/** Reads the members that the route's own parameter requests. Returns null (all members) for an empty value. */
export function readMembers(value: unknown, always: readonly string[]): RequestedFields | null {
  const names = splitNames(value);
  return names.length === 0 ? null : new Map([...always, ...names].map((name) => [name, true]));
}

/** Returns an object, or every item of a list, with only the requested keys. An object without requested keys becomes `[]`. Scalars stay. */
function filterFields(body: unknown, fields: RequestedFields): unknown {
  const items = mapItems(body, (item) => filterFields(item, fields));
  if (items) return items;
  if (typeof body !== 'object' || body === null) return body;
  const selected: Record<string, unknown> = {};
  let isEmpty = true;
  for (const [key, value] of Object.entries(body)) {
    const below = fields.get(key);
    if (below === undefined) continue;
    selected[key] = below === true ? value : filterFields(value, below);
    isEmpty = false;
  }
  return isEmpty ? [] : selected;
}

/** Returns a map with the requested entries, and the requested members of all other entries. Drops empty entries. An empty map becomes `[]`. */
function filterEntries(body: unknown, fields: RequestedFields): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  const entries = Object.entries(body).flatMap(([name, entry]): [string, unknown][] => {
    const below = fields.get(name) ?? fields;
    if (below === true) return [[name, entry]];
    const selected = filterFields(entry, below);
    return isEmpty(selected) ? [] : [[name, selected]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : [];
}

/** The fields that a request selects, with the response format of its route. */
export interface FieldSelection {
  plan: { response: Pick<ResponseFormat, 'kind' | 'key' | 'as' | 'pluck' | 'keyedBy'> };
  fields: RequestedFields | null;
}

/** Applies `_fields` to a body. For a map by `keyedBy`, a name selects an entry or a member of all entries. */
export function selectFields({ plan: { response }, fields }: FieldSelection, body: unknown): unknown {
  if (fields === null) return body;
  const isMap = response.keyedBy !== undefined && response.as === undefined && response.pluck === undefined;
  return isMap ? filterEntries(body, fields) : filterFields(body, fields);
}

/** Returns the requested fields of the objects that the operation selects. Null means all fields, also if the body contains other objects. */
export function getRequestedItemFields({ plan: { response }, fields }: FieldSelection): RequestedFields | null {
  if (fields === null || response.as !== undefined || response.pluck !== undefined || response.keyedBy !== undefined) return null;
  if (response.kind !== 'page') return fields;
  const below = fields.get(response.key ?? 'items');
  return below === true ? null : (below ?? new Map());
}
