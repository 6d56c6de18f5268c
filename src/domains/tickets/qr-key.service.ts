import { Failure } from '#app/core/failures/failure.ts';
import { networkOf, takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import type { Site } from '#app/site.ts';
import { isQrKey } from './audience.ts';

const LIMIT = 20;
const lifeMs = 60_000;

/**
 * True if the key in a request is the site's. Wrong keys are counted over all processes, per address and in total. After twenty within a minute throws 429
 * `too_many_attempts` (with `retryAfter` in seconds). The right key is never refused: twenty guesses a minute cannot find it, and check-in must work during
 * an attack.
 */
export async function tryQrKey(site: Site, ip: string, key: string): Promise<boolean> {
  if (isQrKey(site, key)) return true;
  await site.db.transaction(async (tx) => {
    for (const what of ['qr keys', `qr keys of ${networkOf(ip)}`]) {
      const retryAfter = await takeFromBucket(site, tx, what, { limit: LIMIT, lifeMs });
      if (retryAfter !== null) throw new Failure('too_many_attempts', 429, 'Too many wrong keys. Please wait a minute.', { retryAfter });
    }
  });
  return false;
}
