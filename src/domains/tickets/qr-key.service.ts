import { Failure } from '#app/core/failures/failure.ts';
import { getIpNetwork, takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import type { Site } from '#app/site.ts';
import { isQrKey } from './audience.ts';

/** Limit of wrong keys per minute. */
const WRONG_KEYS = { limit: 20, lifeMs: 60_000 };

/**
 * Returns true if the key in a request is the key of the site. Counts wrong keys across all processes, per network and in total. Throws 429
 * `too_many_attempts` (with `retryAfter` in seconds) after twenty wrong keys within a minute. Never refuses the right key: twenty guesses a minute
 * cannot find it, and check-in must work during an attack.
 */
export async function tryQrKey(site: Site, ip: string, key: string): Promise<boolean> {
  if (isQrKey(site, key)) return true;
  await site.db.transaction(async (tx) => {
    for (const bucket of ['qr keys', `qr keys of ${getIpNetwork(ip)}`]) {
      const retryAfter = await takeFromBucket(site, tx, bucket, WRONG_KEYS);
      if (retryAfter !== null) throw new Failure('too_many_attempts', 429, 'Too many wrong keys. Please wait a minute.', { retryAfter });
    }
  });
  return false;
}
