import qs from 'qs';

/**
 * Returns the `Link` header of a list with the URLs of the previous and next page, including the complete query, or null if neither page exists
 * (docs/behaviour/core-rest.md 4.8).
 */
export function createNeighborLinks(collection: string, query: Record<string, unknown>, page: number, totalPages: number): string | null {
  const createUrl = (n: number) => `${collection}?${qs.stringify({ ...query, page: n }, { arrayFormat: 'indices' })}`;
  const links: string[] = [];
  if (page > 1) links.push(`<${createUrl(Math.min(page - 1, Math.max(totalPages, 1)))}>; rel="prev"`);
  if (page < totalPages) links.push(`<${createUrl(page + 1)}>; rel="next"`);
  return links.length > 0 ? links.join(', ') : null;
}

/** Returns the names of the headers with the totals of a list. */
export function getTotalHeaders(headers: string | readonly [string, string]): readonly [string, string] {
  return typeof headers === 'string' ? [`${headers}-Total`, `${headers}-TotalPages`] : headers;
}
