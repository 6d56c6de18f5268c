import { isLocalIp } from '#app/core/http/client-ip.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { returnToBucket, getIpNetwork, takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import type { Site } from '#app/site.ts';

/** An attempt to enter a password or code. */
export interface Attempt {
  ip: string;
  /** Target of the attempt: a user, an unknown name, or the password of a post. */
  target: string;
}

const LIFE_MS = 5 * 60_000;
const MAX_PER_TARGET = 10;
/** Maximum number of attempts of one IP network on all targets. */
const MAX_PER_NETWORK = 30;
const MAX_NAME_LENGTH = 100;

/** Returns the target for the name that a client sent. The login name and the email address of a user are the same target. */
export function buildAttemptTarget(user: { id: number } | null, name: string): string {
  return user ? `user ${user.id}` : `name ${name.trim().toLowerCase().slice(0, MAX_NAME_LENGTH)}`;
}

/**
 * Returns the rate limits that an attempt counts toward, in the order in which they are locked. A local IP address has no limit for all targets,
 * because it may be a proxy for all clients.
 */
function listBuckets(kind: string, { ip, target }: Attempt): { name: string; limit: number }[] {
  const network = getIpNetwork(ip);
  return [
    ...(isLocalIp(ip) ? [] : [{ name: `${kind} guesses of ${network}`, limit: MAX_PER_NETWORK }]),
    { name: `${kind} guesses of ${network} at ${target}`, limit: MAX_PER_TARGET },
  ];
}

async function countInBuckets(site: Site, tx: Tx, kind: string, attempt: Attempt): Promise<void> {
  for (const { name, limit } of listBuckets(kind, attempt)) {
    const retryAfter = await takeFromBucket(site, tx, name, { limit, lifeMs: LIFE_MS });
    if (retryAfter !== null)
      throw new Failure('too_many_attempts', 429, 'Too many wrong attempts. Please wait a few minutes.', { retryAfter });
  }
}

/**
 * Counts an attempt for all processes. Throws 429 `too_many_attempts` (with `retryAfter` in seconds) after ten attempts within five minutes from one
 * IP network on one target, or thirty on all targets. Call it before checking the secret, so that concurrent attempts cannot all pass, and call
 * `uncountAttempt` after a correct attempt. `kind` names the secret, such as `account password`. Each kind has its own limits.
 */
export async function countAttempt(site: Site, kind: string, attempt: Attempt): Promise<void> {
  await site.db.transaction((tx) => countInBuckets(site, tx, kind, attempt));
}

/** Uncounts a correct attempt. */
export async function uncountAttempt(site: Site, kind: string, attempt: Attempt): Promise<void> {
  await site.db.transaction(async (tx) => {
    for (const { name } of listBuckets(kind, attempt)) await returnToBucket(site, tx, name);
  });
}
