/** An empty map is written as a list (core-rest.md 1.6). */
export function mapOrEmptyList(map: Record<string, unknown>): Record<string, unknown> | [] {
  return Object.keys(map).length > 0 ? map : [];
}

/** What a list is keyed by, and which member of each body stands for it; without one the body itself. */
export interface Keying {
  keyedBy?: string | undefined;
  pluck?: string | undefined;
  emptyMap?: boolean | undefined;
}

/**
 * The bodies of a list as they are, or as a map by a member of the objects they were made from: `{ post: {…}, page: {…} }`. Of no bodies an empty
 * list, as all empty maps are written (core-rest.md 1.6).
 */
export function keyed(
  { keyedBy, pluck, emptyMap = false }: Keying,
  sources: readonly unknown[],
  bodies: readonly unknown[],
): Record<string, unknown> | unknown[] {
  const valueOf = (body: unknown) => (pluck === undefined ? body : (body as Record<string, unknown>)[pluck]);
  if (keyedBy === undefined) return bodies.map(valueOf);
  const map = Object.fromEntries(bodies.map((body, i) => [String((sources[i] as Record<string, unknown>)[keyedBy]), valueOf(body)]));
  return emptyMap ? map : mapOrEmptyList(map);
}
