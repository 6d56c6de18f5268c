/** One page of a list, with the number of everything that the list holds. */
export interface Page<T> {
  total: number;
  totalPages: number;
  nodes: T[];
}

const MOST_ROWS = 2_147_483_647;

/** How many rows a list leaves out, as PostgreSQL takes it; a negative offset lies beyond the end (core-rest.md 4.8). */
export const skipOf = (offset: number): number => (offset < 0 ? MOST_ROWS : Math.min(offset, MOST_ROWS));
