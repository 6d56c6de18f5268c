import type { TotalRow } from '#app/core/db/columns.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Page } from '#app/core/db/page.ts';

/** The requested page and sort order of a list. */
export interface PageOptions<Order extends string> {
  /** Starts at 1. */
  page: number;
  perPage: number;
  /** Number of rows to skip before the first page. */
  offset?: number | null | undefined;
  orderBy: Order;
  order: 'asc' | 'desc';
}

const MAX_INT = 2_147_483_647;

function skipOf({ page, perPage, offset }: PageOptions<string>): number {
  return Math.max(offset ?? 0, 0) + perPage * (page - 1);
}

/** Rows and totals of pages as the ticketing lists count them (tickets.md 2.3). */
export const paging = {
  /** Returns the rows to read. */
  rowsOf: (wish: PageOptions<string>) => ({ limit: wish.perPage, skip: Math.min(skipOf(wish), MAX_INT) }),
  /** Returns the page. Throws `invalid-page-number` after the last one, except for the first. */
  pageOf<T>(wish: PageOptions<string>, rows: readonly TotalRow<T>[]): Page<T> {
    const all = rows[0]?.total ?? 0;
    const isBeyond = typeof wish.offset === 'number' && skipOf(wish) >= all;
    const total = isBeyond ? 0 : all;
    const totalPages = Math.ceil(total / wish.perPage);
    if (wish.page > 1 && wish.page > totalPages)
      throw invalid('invalid_page_number', 'The page number is larger than the number of pages.');
    return { total, totalPages, nodes: rows.flatMap(({ node }) => node ?? []) };
  },
};

/** Returns the requested statuses: published ones by default, any for managers. Lists never include the trash. */
export function statusesAsked(asked: readonly string[] | null | undefined, isManager: boolean): 'any' | readonly string[] {
  if (!asked || asked.length === 0) return isManager ? 'any' : ['publish'];
  return asked.includes('any') ? 'any' : asked;
}
