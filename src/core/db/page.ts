/** One page of a list, with the total number of items of the list. */
export interface Page<T> {
  total: number;
  totalPages: number;
  nodes: T[];
}

const MAX_ROWS = 2_147_483_647;

/**
 * Returns the number of rows before a page. An `offset` takes precedence over the page. A negative offset means a page after the end
 * (docs/behaviour/core-rest.md 4.8). The result is never larger than PostgreSQL accepts.
 */
export function getPageOffset({ page, perPage, offset }: { page: number; perPage: number; offset?: number | null | undefined }): number {
  const before = offset ?? (page - 1) * perPage;
  return before < 0 ? MAX_ROWS : Math.min(before, MAX_ROWS);
}
