import type { Site } from '#app/site.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
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

const tooMany = (retryAfter: number) =>
  new Failure('too_many_attempts', 429, 'Too many wrong attempts. Please wait a few minutes.', { retryAfter });

/**
 * Throws `login_nonce_invalid`, 401 or 403 by who asks, unless the proof is good, and 429 `too_many_attempts` after five wrong ones from a network
 * for a sign-in that began in another one.
 */
export async function requireProof(site: Site, viewer: Viewer, ip: string, { userId, loginNonce }: Proof): Promise<void> {
  const failure = await site.db.transaction(async (tx) => {
    const verdict = await verifyLoginNonce(site, tx, ip, userId, loginNonce);
    if (verdict === 'right') return null;
    // as many writes where nothing counts: times do not tell users apart
    const whose = verdict === 'stranger' ? `user ${userId}` : 'nobody';
    const retryAfter = await takeFromBucket(site, tx, `sign-in of ${whose} from ${networkOf(ip)}`, FAILED_CHECKS);
    return verdict === 'stranger' && retryAfter !== null ? tooMany(retryAfter) : wrongLoginNonce(viewer);
  });
  if (failure) throw failure;
}

/**
 * As `requireProof` for acts by which codes can be guessed: throws 403 `login_nonce_invalid`, and 429 `too_many_attempts` after five failed
 * checks of the act from one address.
 */
export async function requireProofSparingly(site: Site, ip: string, act: string, { userId, loginNonce }: Proof): Promise<void> {
  const bucket = `${act} ${networkOf(ip)}`;
  const isRight = await site.db.transaction(async (tx) => {
    // counted before it is made, so that checks sent at the same time cannot pass together
    const retryAfter = await takeFromBucket(site, tx, bucket, FAILED_CHECKS);
    if (retryAfter !== null) throw tooMany(retryAfter);
    const verdict = await verifyLoginNonce(site, tx, ip, userId, loginNonce);
    if (verdict === 'right') await emptyBucket(site, tx, bucket);
    return verdict === 'right';
  });
  if (!isRight) throw new Failure('login_nonce_invalid', 403, wrongLoginNonce({ signedIn: true }).message);
}
