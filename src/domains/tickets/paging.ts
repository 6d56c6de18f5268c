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

function getOffset({ page, perPage, offset }: PageOptions<string>): number {
  return Math.max(offset ?? 0, 0) + perPage * (page - 1);
}

/** Pagination of the ticketing lists (docs/behaviour/tickets.md 2.3). */
export const paging = {
  /** Returns the number of rows to read, and the number of rows to skip. */
  getRange: (options: PageOptions<string>) => ({ limit: options.perPage, skip: Math.min(getOffset(options), MAX_INT) }),
  /** Returns the page. Throws `invalid_page_number` for a page after the last one, except for page 1. */
  toPage<T>(options: PageOptions<string>, rows: readonly TotalRow<T>[]): Page<T> {
    const rowCount = rows[0]?.total ?? 0;
    const isBeyond = typeof options.offset === 'number' && getOffset(options) >= rowCount;
    const total = isBeyond ? 0 : rowCount;
    const totalPages = Math.ceil(total / options.perPage);
    if (options.page > 1 && options.page > totalPages)
      throw invalid('invalid_page_number', 'The page number is larger than the number of pages.');
    return { total, totalPages, nodes: rows.flatMap(({ node }) => node ?? []) };
  },
};

/** Returns the requested statuses: published ones by default, any for managers. Lists never include the trash. */
export function getRequestedStatuses(requested: readonly string[] | null | undefined, isManager: boolean): 'any' | readonly string[] {
  if (!requested || requested.length === 0) return isManager ? 'any' : ['publish'];
  return requested.includes('any') ? 'any' : requested;
}
