import type { Site } from '#app/site.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { Failure } from '#app/core/failure.ts';
import { emptyBucket, networkOf, takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import { wrongLoginNonce } from './failures.ts';
import { verifyLoginNonce } from './login-nonce.ts';

/** The proof of the first half of a sign-in, as a request carries it. */
export interface Proof {
  userId: number;
  loginNonce: string;
}

/** Throws `login_nonce_invalid`, 401 or 403 by who asks, unless the proof is good. */
export async function requireProof(site: Site, viewer: Viewer, { userId, loginNonce }: Proof): Promise<void> {
  const isGood = await site.db.transaction((tx) => verifyLoginNonce(site, tx, userId, loginNonce));
  if (!isGood) throw wrongLoginNonce(viewer);
}

/** Failed checks of an act from one address that close it, for so long after the last one. */
const FAILED_CHECKS = { limit: 5, lifeMs: 10 * 60_000, isProlonged: true };

/**
 * As `requireProof` for acts by which codes can be guessed: throws 403 `login_nonce_invalid`, and 429 `too_many_attempts` after five failed
 * checks of the act from one address.
 */
export async function requireProofSparingly(site: Site, ip: string, act: string, { userId, loginNonce }: Proof): Promise<void> {
  const isGood = await site.db.transaction(async (tx) => {
    const bucket = `${act} ${networkOf(ip)}`;
    // counted before it is made, so that checks sent at the same time cannot pass together
    const retryAfter = await takeFromBucket(site, tx, bucket, FAILED_CHECKS);
    if (retryAfter !== null)
      throw new Failure('too_many_attempts', 429, 'Too many wrong attempts. Please wait a few minutes.', { retryAfter });
    const verified = await verifyLoginNonce(site, tx, userId, loginNonce);
    if (verified) await emptyBucket(site, tx, bucket);
    return verified;
  });
  if (!isGood) throw new Failure('login_nonce_invalid', 403, wrongLoginNonce({ signedIn: true }).message);
}
