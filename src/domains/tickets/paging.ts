import type { Counted } from '#app/core/db/columns.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Page } from '#app/core/db/page.ts';

/** Which part of a list is wanted, and in which order. */
export interface PageOptions<Order extends string> {
  /** From 1. */
  page: number;
  perPage: number;
  /** The number that is skipped before the first page. */
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
  /** The rows to read. */
  rowsOf: (wish: PageOptions<string>) => ({ limit: wish.perPage, skip: Math.min(skipOf(wish), MAX_INT) }),
  /** The page; throws `invalid-page-number` beyond the last one, the first excepted. */
  pageOf<T>(wish: PageOptions<string>, rows: readonly Counted<T>[]): Page<T> {
    const all = rows[0]?.total ?? 0;
    const isBeyond = typeof wish.offset === 'number' && skipOf(wish) >= all;
    const total = isBeyond ? 0 : all;
    const totalPages = Math.ceil(total / wish.perPage);
    if (wish.page > 1 && wish.page > totalPages)
      throw invalid('invalid_page_number', 'The page number is larger than the number of pages.');
    return { total, totalPages, nodes: rows.flatMap(({ node }) => node ?? []) };
  },
};

/** The statuses a caller asks for: published ones by default, any for managers. Trash is in no list. */
export function statusesAsked(asked: readonly string[] | null | undefined, isManager: boolean): 'any' | readonly string[] {
  if (!asked || asked.length === 0) return isManager ? 'any' : ['publish'];
  return asked.includes('any') ? 'any' : asked;
}
