import type { ResponseFormat } from '../routes/route.ts';

/** Returns the map, or a list if it is empty (docs/behaviour/core-rest.md 1.6). */
export function toMapOrEmptyList(map: Record<string, unknown>): Record<string, unknown> | [] {
  return Object.keys(map).length > 0 ? map : [];
}

/**
 * Returns the bodies as a list, or as a map by a member of the objects that they were created from: `{ post: {…}, page: {…} }`. An empty map becomes
 * a list unless `emptyMap` is set (docs/behaviour/core-rest.md 1.6).
 */
export function toListOrMap(
  { keyedBy, pluck, emptyMap = false }: Pick<ResponseFormat, 'keyedBy' | 'pluck' | 'emptyMap'>,
  sources: readonly unknown[],
  bodies: readonly unknown[],
): Record<string, unknown> | unknown[] {
  const pluckValue = (body: unknown) => (pluck === undefined ? body : (body as Record<string, unknown>)[pluck]);
  if (keyedBy === undefined) return bodies.map(pluckValue);
  const map = Object.fromEntries(bodies.map((body, i) => [String((sources[i] as Record<string, unknown>)[keyedBy]), pluckValue(body)]));
  return emptyMap ? map : toMapOrEmptyList(map);
}
