import { createHash } from 'node:crypto';
import { retryPrefix } from '#app/domains/tickets/registration.ts';
import type { Context } from '../context.ts';
import { cachePerRequest } from '../per-request.ts';

const getCounts = cachePerRequest(() => new Map<string, number>());

/**
 * Returns a key that identifies a registration whose input contains no `requestKey`. A repeated request with the same `Idempotency-Key` gets the same
 * key, even after a crash of the process. The key includes a counter, because a request may register the same person several times. Returns null for
 * requests without an `Idempotency-Key`.
 */
export function computeRetryKey(context: Context, draft: object): string | null {
  if (context.retryKey === undefined) return null;
  const counts = getCounts(context);
  const json = JSON.stringify(draft);
  const count = (counts.get(json) ?? 0) + 1;
  counts.set(json, count);
  return `${retryPrefix}${createHash('sha256').update(`${context.retryKey} ${count} ${json}`).digest('hex')}`;
}
