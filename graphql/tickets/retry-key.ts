import { createHash } from 'node:crypto';
import { retryPrefix } from '#app/domains/tickets/registration.ts';
import type { Context } from '../context.ts';
import { perRequest } from '../per-request.ts';

const countsOf = perRequest(() => new Map<string, number>());

/**
 * Returns the key that identifies a registration if its request is repeated with the same `Idempotency-Key`, even after a crash of the process. The key
 * includes a counter, because a request may register the same person several times. Null for requests without an `Idempotency-Key`.
 */
export function retryKeyOf(context: Context, draft: object): string | null {
  if (context.retryKey === undefined) return null;
  const counts = countsOf(context);
  const text = JSON.stringify(draft);
  const count = (counts.get(text) ?? 0) + 1;
  counts.set(text, count);
  return `${retryPrefix}${createHash('sha256').update(`${context.retryKey} ${count} ${text}`).digest('hex')}`;
}
