import { mapOrEmptyList } from './discovery.ts';

/**
 * The bodies of a list as a map, by a member of the objects they were made from: `{ post: {…}, page: {…} }`. Of no bodies an empty list, as
 * all empty maps are written (core-rest.md 1.6).
 */
export function keyedBy(member: string, sources: readonly unknown[], bodies: readonly unknown[]): Record<string, unknown> | [] {
  return mapOrEmptyList(Object.fromEntries(bodies.map((body, i) => [String((sources[i] as Record<string, unknown>)[member]), body])));
}
