import { createHash } from 'node:crypto';
import { retryPrefix } from '#app/domains/tickets/registration.ts';
import type { Context } from '../context.ts';
import { perRequest } from '../per-request.ts';

const countsOf = perRequest(() => new Map<string, number>());

/**
 * What makes a registration the same one when its request is sent again with its `Idempotency-Key`, also after a process died over it. A request
 * may register several people, even the same one twice: the how-many-eth of its kind it is counts too. Null for requests without a key.
 */
export function retryKeyOf(context: Context, draft: object): string | null {
  if (context.retryKey === undefined) return null;
  const counts = countsOf(context);
  const text = JSON.stringify(draft);
  const nth = (counts.get(text) ?? 0) + 1;
  counts.set(text, nth);
  return `${retryPrefix}${createHash('sha256').update(`${context.retryKey} ${nth} ${text}`).digest('hex')}`;
}
