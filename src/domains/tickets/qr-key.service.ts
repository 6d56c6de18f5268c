import { Failure } from '#app/core/failures/failure.ts';
import { networkOf, takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import type { Site } from '#app/site.ts';
import { isQrKey } from './audience.ts';

const LIMIT = 20;
const lifeMs = 60_000;

/**
 * Whether a key that came with a request is the site's. Wrong ones are counted for all processes, those of an address and all together: throws
 * 429 `too_many_attempts` (with `retryAfter` in seconds) after twenty within a minute. The right key is never refused: it is too long to be
 * found among twenty a minute, and the door must open while someone guesses.
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
