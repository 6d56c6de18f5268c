import type { OrderKey } from '#app/core/db/lists/keyset.ts';
import type { SliceOptions } from '#app/core/db/lists/keyset-list.ts';
import { builder } from '../builder.ts';
import { readCursor } from './cursor.ts';
import { checkCounts } from '../prisma-connections.ts';
import { type ConnectionArguments, connectionDescriptions, DEFAULT_PAGE_SIZE } from '../connection-descriptions.ts';

export { type ConnectionArguments, computeConnectionComplexity } from '../connection-descriptions.ts';

export const connectionArguments = builder.args((t) => ({
  first: t.int({ description: connectionDescriptions.first }),
  after: t.string({ description: connectionDescriptions.after }),
  last: t.int({ description: connectionDescriptions.last }),
  before: t.string({ description: connectionDescriptions.before }),
}));

/** Returns the part of a list that the arguments select. Throws for counts out of bounds, for both counts at once, and for cursors of other lists. */
export function parseSliceOptions(
  { first, after, last, before }: ConnectionArguments,
  order: string,
  keys: readonly OrderKey[],
): SliceOptions {
  checkCounts({ first, last });
  return {
    limit: first ?? last ?? DEFAULT_PAGE_SIZE,
    isBackward: typeof last === 'number',
    after: typeof after === 'string' ? readCursor('after', order, keys, after) : null,
    before: typeof before === 'string' ? readCursor('before', order, keys, before) : null,
  };
}
