/** Names that distinguish parameters without decoding more of them. */
const PLAIN = /^[\w-]+(?=$|(?:\[|%5B).*(?:\]|%5D))/i;

/**
 * A query with its parameters in the order of their names, so that one that only says them in another order asks the same (1.1). Those of one
 * name stay in theirs, which counts: the last value wins, members of lists follow each other. What is written in unusual ways stays as it is.
 */
export function sortedQuery(query: string): string {
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
