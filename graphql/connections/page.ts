import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { builder } from '../builder.ts';

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 10;

/** Which page of a list is wanted, as the arguments say it. */
export interface PageArguments {
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}

/** The arguments of lists that are read page by page. */
export const pageArguments = builder.args((t) => ({
  page: t.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
  perPage: t.int({ defaultValue: DEFAULT_PAGE_SIZE, description: `Number of items on a page, at most ${MAX_PAGE_SIZE}.` }),
}));

/** What a page counts in the cost of a document: every node that may come; its `nodes` count once. */
export const pageComplexity = ({ perPage }: PageArguments) => ({
  field: 1,
  multiplier: Math.min(Math.max(perPage ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE),
});

/**
 * The page that the arguments ask for, the first ten when they say nothing. Throws `invalid_arguments` beyond the bounds instead of cutting, so
 * that nobody takes a part for the whole.
 */
export function pageOf({ page, perPage }: PageArguments): { page: number; perPage: number } {
  const asked = { page: page ?? 1, perPage: perPage ?? DEFAULT_PAGE_SIZE };
  const faults: Record<string, ArgumentRefusal> = {};
  if (asked.page < 1) faults['page'] = { code: 'out_of_bounds', message: 'page must be greater than or equal to 1' };
  if (asked.perPage < 1 || asked.perPage > MAX_PAGE_SIZE)
    faults['perPage'] = { code: 'out_of_bounds', message: `perPage must be between 1 (inclusive) and ${MAX_PAGE_SIZE} (inclusive)` };
  if (Object.keys(faults).length > 0) throw invalidArguments(faults);
  return asked;
}

/** The number of items from the start of a list, `usual` when the argument says nothing. Throws beyond the bounds. */
export function countOf(first: number | null | undefined, usual: number): number {
  const count = first ?? usual;
  if (count >= 0 && count <= MAX_PAGE_SIZE) return count;
  throw invalidArguments({
    first: { code: 'out_of_bounds', message: `first must be between 0 (inclusive) and ${MAX_PAGE_SIZE} (inclusive)` },
  });
}
