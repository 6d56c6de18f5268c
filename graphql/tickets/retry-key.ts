import { createHash } from 'node:crypto';
import { retryPrefix } from '#app/domains/tickets/registration.ts';
import type { Context } from '../context.ts';
import { perRequest } from '../per-request.ts';

const countsOf = perRequest(() => new Map<string, number>());

/**
 * Returns the key that identifies a registration when its request is sent again with the same `Idempotency-Key`, even if the process crashed. A
 * request may register the same person several times, so the key includes a counter. Null for requests without a key.
 */
export function retryKeyOf(context: Context, draft: object): string | null {
  if (context.retryKey === undefined) return null;
  const counts = countsOf(context);
  const text = JSON.stringify(draft);
  const nth = (counts.get(text) ?? 0) + 1;
  counts.set(text, nth);
  return `${retryPrefix}${createHash('sha256').update(`${context.retryKey} ${nth} ${text}`).digest('hex')}`;
}
