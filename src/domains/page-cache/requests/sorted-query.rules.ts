/** Matches parameter names that can be sorted without decoding. */
const PLAIN = /^[\w-]+(?=$|(?:\[|%5B).*(?:\]|%5D))/i;

/**
 * Sorts the parameters of a query by name, so that queries that differ only in the order share a cached response
 * (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.1). Parameters with the same name keep their order, because the last value takes precedence
 * and lists are ordered. Returns the query unchanged if it contains unusual parameter names.
 */
export function sortQuery(query: string): string {
  if (!query.includes('&')) return query;
  const pairs: { name: string; pair: string }[] = [];
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const [name] = PLAIN.exec(equals === -1 ? pair : pair.slice(0, equals)) ?? [];
    if (name === undefined) return query;
    pairs.push({ name, pair });
  }
  return pairs
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ pair }) => pair)
    .join('&');
}
