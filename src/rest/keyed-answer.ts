/** The bodies of a list as a map, by a member of the objects they were made from: `{ post: {…}, page: {…} }`. */
export function keyedBy(member: string, sources: readonly unknown[], bodies: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(bodies.map((body, i) => [String((sources[i] as Record<string, unknown>)[member]), body]));
}
