import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { builder } from '../builder.ts';

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 10;

/** Arguments that select a page of a list. */
export interface PageArguments {
  page?: number | null | undefined;
  perPage?: number | null | undefined;
}

/** Arguments of lists that are read page by page. */
export const pageArguments = builder.args((t) => ({
  page: t.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
  perPage: t.int({ defaultValue: DEFAULT_PAGE_SIZE, description: `Number of items on a page, at most ${MAX_PAGE_SIZE}.` }),
}));

/** Returns the cost of a page, which includes the cost of every node that the page can contain. */
export const pageComplexity = ({ perPage }: PageArguments) => ({
  field: 1,
  multiplier: Math.min(Math.max(perPage ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE),
});

/**
 * Returns the page that the arguments select, by default the first ten items. Throws `invalid_arguments` for values out of bounds, so that clients do
 * not mistake a page for the whole list.
 */
export function selectPage({ page, perPage }: PageArguments): { page: number; perPage: number } {
  const selected = { page: page ?? 1, perPage: perPage ?? DEFAULT_PAGE_SIZE };
  const errors: Record<string, ArgumentRefusal> = {};
  if (selected.page < 1) errors['page'] = { code: 'out_of_bounds', message: 'page must be greater than or equal to 1' };
  if (selected.perPage < 1 || selected.perPage > MAX_PAGE_SIZE)
    errors['perPage'] = { code: 'out_of_bounds', message: `perPage must be between 1 (inclusive) and ${MAX_PAGE_SIZE} (inclusive)` };
  if (Object.keys(errors).length > 0) throw invalidArguments(errors);
  return selected;
}

/** Returns the number of items to read from the start of a list, `defaultCount` by default. Throws for values out of bounds. */
export function checkCount(first: number | null | undefined, defaultCount: number): number {
  const count = first ?? defaultCount;
  if (count >= 0 && count <= MAX_PAGE_SIZE) return count;
  throw invalidArguments({
    first: { code: 'out_of_bounds', message: `first must be between 0 (inclusive) and ${MAX_PAGE_SIZE} (inclusive)` },
  });
}
