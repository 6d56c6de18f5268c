import { isLocal } from '#app/core/http/client-address.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { giveBackToBucket, networkOf, takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import type { Site } from '#app/site.ts';

/** An attempt from an IP address. `at` is the target: a user ID, an unknown name, or the password of a post. */
export interface Attempt {
  ip: string;
  at: string;
}

const lifeMs = 5 * 60_000;
const LIMIT = 10;
/** Maximum number of attempts of an address on all targets. */
const LIMIT_OF_ADDRESS = 30;
const LONGEST = 100;

/** Returns the target for a name. Login name and email address of a user are the same target. */
export function attemptTarget(user: { id: number } | null, name: string): string {
  return user ? `user ${user.id}` : `name ${name.trim().toLowerCase().slice(0, LONGEST)}`;
}

/** Returns the buckets to count in, in the order of their locks. A local address has no bucket of its own, because it may be a proxy for all clients. */
function bucketsOf(kind: string, { ip, at }: Attempt): { what: string; limit: number }[] {
  const from = networkOf(ip);
  return [
    ...(isLocal(ip) ? [] : [{ what: `${kind} guesses of ${from}`, limit: LIMIT_OF_ADDRESS }]),
    { what: `${kind} guesses of ${from} at ${at}`, limit: LIMIT },
  ];
}

async function count(site: Site, tx: Tx, kind: string, attempt: Attempt): Promise<void> {
  for (const { what, limit } of bucketsOf(kind, attempt)) {
    const retryAfter = await takeFromBucket(site, tx, what, { limit, lifeMs });
    if (retryAfter !== null)
      throw new Failure('too_many_attempts', 429, 'Too many wrong attempts. Please wait a few minutes.', { retryAfter });
  }
}

/**
 * Counts an attempt, for all processes. Throws 429 `too_many_attempts` (with `retryAfter` in seconds) after ten attempts within five
 * minutes from one address on one target, or thirty on all targets. Callers count before checking the secret, so that concurrent attempts
 * cannot all pass, and call `uncountAttempt` after a correct one.
 */
export async function countAttempt(site: Site, kind: string, attempt: Attempt): Promise<void> {
  await site.db.transaction((tx) => count(site, tx, kind, attempt));
}

/** Uncounts a correct attempt. */
export async function uncountAttempt(site: Site, kind: string, attempt: Attempt): Promise<void> {
  await site.db.transaction(async (tx) => {
    for (const { what } of bucketsOf(kind, attempt)) await giveBackToBucket(site, tx, what);
  });
}
