import type { Site } from '#app/site.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { emptyBucket, getIpNetwork, takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import { wrongLoginNonce } from './failures.ts';
import { verifyLoginNonce } from './login-nonce.ts';

/** Proof of the password step in a request. */
export interface Proof {
  userId: number;
  loginNonce: string;
}

/** Maximum number of failed checks from one IP network, and the time for which the network is blocked after the last failed check. */
const FAILED_CHECK_LIMIT = { limit: 5, lifeMs: 10 * 60_000, extendsOnEvent: true };

const tooManyAttempts = (retryAfter: number) =>
  new Failure('too_many_attempts', 429, 'Too many wrong attempts. Please wait a few minutes.', { retryAfter });

/**
 * Throws `login_nonce_invalid` (401 or 403, depending on the viewer) unless the proof is valid. Throws 429 `too_many_attempts` after five wrong
 * proofs from another network than the sign-in.
 */
export async function requireProof(site: Site, viewer: Viewer, ip: string, { userId, loginNonce }: Proof): Promise<void> {
  const failure = await site.db.transaction(async (tx) => {
    const result = await verifyLoginNonce(site, tx, ip, userId, loginNonce);
    if (result === 'right') return null;
    // writes in all cases, so that the duration does not reveal whether the user exists
    const target = result === 'stranger' ? `user ${userId}` : 'nobody';
    const retryAfter = await takeFromBucket(site, tx, `sign-in of ${target} from ${getIpNetwork(ip)}`, FAILED_CHECK_LIMIT);
    return result === 'stranger' && retryAfter !== null ? tooManyAttempts(retryAfter) : wrongLoginNonce(viewer);
  });
  if (failure) throw failure;
}

/**
 * Checks a proof like `requireProof`, but with a limit for each action, for actions in which codes can be guessed. Throws 403 `login_nonce_invalid`,
 * or 429 `too_many_attempts` after five failed checks of the action from one IP network.
 */
export async function requireProofWithLimit(site: Site, ip: string, action: string, { userId, loginNonce }: Proof): Promise<void> {
  const bucket = `${action} ${getIpNetwork(ip)}`;
  const isValid = await site.db.transaction(async (tx) => {
    // counted before the check, so that concurrent checks cannot all pass
    const retryAfter = await takeFromBucket(site, tx, bucket, FAILED_CHECK_LIMIT);
    if (retryAfter !== null) throw tooManyAttempts(retryAfter);
    const result = await verifyLoginNonce(site, tx, ip, userId, loginNonce);
    if (result === 'right') await emptyBucket(site, tx, bucket);
    return result === 'right';
  });
  if (!isValid) throw new Failure('login_nonce_invalid', 403, wrongLoginNonce({ signedIn: true }).message);
}
