import type { OrderKey } from '#app/core/db/keyset.ts';
import type { SliceWish } from '#app/core/db/keyset-list.ts';
import { invalidArguments } from '#app/core/failure.ts';
import { builder } from '../builder.ts';
import { readCursor } from './cursor.ts';

/** Most rows of one part of a list. More is an error and not a cut, so that nobody takes a part for the whole. */
const MOST = 100;
const USUAL = 10;

/** The four arguments of a cursor connection, as they are given. */
export interface ConnectionArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** The arguments every connection takes. */
export const connectionArguments = builder.args((t) => ({
  first: t.int({ description: `So many from the start, at most ${MOST}; ${USUAL} when neither \`first\` nor \`last\` is given.` }),
  after: t.string({ description: 'Only what stands behind this cursor.' }),
  last: t.int({ description: `So many from the end, at most ${MOST}.` }),
  before: t.string({ description: 'Only what stands before this cursor.' }),
}));

/** What a connection counts in the cost of a document: every node that may come. */
export const connectionComplexity = ({ first, last }: ConnectionArguments) => ({
  field: 1,
  multiplier: Math.min(Math.max(first ?? last ?? USUAL, 1), MOST),
});

function checkCount(name: 'first' | 'last', count: number | null | undefined): void {
  if (count === null || count === undefined || (count >= 0 && count <= MOST)) return;
  throw invalidArguments({
    [name]: { code: 'rest_out_of_bounds', message: `${name} must be between 0 (inclusive) and ${MOST} (inclusive)` },
  });
}

/** The part of a list that the arguments ask for. Throws for counts out of bounds, for both counts at once and for foreign cursors. */
export function wishOf({ first, after, last, before }: ConnectionArguments, order: string, keys: readonly OrderKey[]): SliceWish {
  checkCount('first', first);
  checkCount('last', last);
  if (typeof first === 'number' && typeof last === 'number') {
    throw invalidArguments({ last: { code: 'rest_invalid_param', message: 'first and last cannot be asked for together.' } });
  }
  return {
    limit: first ?? last ?? USUAL,
    isBackward: typeof last === 'number',
    after: typeof after === 'string' ? readCursor('after', order, keys, after) : null,
    before: typeof before === 'string' ? readCursor('before', order, keys, before) : null,
  };
}
