/** One page of a list, with the number of everything that the list holds. */
export interface Page<T> {
  total: number;
  totalPages: number;
  nodes: T[];
}

const MAX_ROWS = 2_147_483_647;

/**
 * How many rows of a list stand before its page, as PostgreSQL takes it. An offset counts instead of the page; a negative one lies beyond the end
 * (core-rest.md 4.8).
 */
export function offsetOf({ page, perPage, offset }: { page: number; perPage: number; offset?: number | null | undefined }): number {
  const before = offset ?? (page - 1) * perPage;
  return before < 0 ? MAX_ROWS : Math.min(before, MAX_ROWS);
}
