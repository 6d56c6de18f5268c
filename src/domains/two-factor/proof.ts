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

/** Failed checks from one address that close it, for so long after the last one. */
const FAILED_CHECKS = { limit: 5, lifeMs: 10 * 60_000, isProlonged: true };

/** Checks a proof and counts failures in the bucket. Throws 429 `too_many_attempts` after five failed ones. */
async function isProven(site: Site, bucket: string, ip: string, { userId, loginNonce }: Proof): Promise<boolean> {
  return await site.db.transaction(async (tx) => {
    // counted before it is made, so that checks sent at the same time cannot pass together
    const retryAfter = await takeFromBucket(site, tx, bucket, FAILED_CHECKS);
    if (retryAfter !== null)
      throw new Failure('too_many_attempts', 429, 'Too many wrong attempts. Please wait a few minutes.', { retryAfter });
    const verified = await verifyLoginNonce(site, tx, ip, userId, loginNonce);
    if (verified) await emptyBucket(site, tx, bucket);
    return verified;
  });
}

/**
 * Throws `login_nonce_invalid`, 401 or 403 by who asks, unless the proof is good, and 429 `too_many_attempts` after five failed checks of one
 * user's sign-in from one address.
 */
export async function requireProof(site: Site, viewer: Viewer, ip: string, proof: Proof): Promise<void> {
  if (!(await isProven(site, `sign-in of user ${proof.userId} from ${networkOf(ip)}`, ip, proof))) throw wrongLoginNonce(viewer);
}

/**
 * As `requireProof` for acts by which codes can be guessed: throws 403 `login_nonce_invalid`, and 429 `too_many_attempts` after five failed
 * checks of the act from one address.
 */
export async function requireProofSparingly(site: Site, ip: string, act: string, proof: Proof): Promise<void> {
  if (!(await isProven(site, `${act} ${networkOf(ip)}`, ip, proof)))
    throw new Failure('login_nonce_invalid', 403, wrongLoginNonce({ signedIn: true }).message);
}
