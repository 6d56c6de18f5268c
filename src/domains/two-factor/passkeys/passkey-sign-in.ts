import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Site } from '#app/site.ts';
import { recordProof, requireSession } from '../../identity/auth/recent-proof.ts';
import { type Client, type StartedSession, startSession } from '../../identity/auth/sessions.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { passkeysNotAvailable } from '../failures.ts';
import { resetFailedCodes } from '../failed-codes.ts';
import { beginSession, type SecondStepContext } from '../second-step.ts';
import { checkPasskey, createPasskeyOptions } from './assertion.ts';
import { canUsePasskeys } from './relying-party.ts';

/** Returns the browser options for signing in with only a passkey. Throws 501 `passkeys_not_available`. */
export async function beginPasskeySignIn(site: Site): Promise<PublicKeyCredentialRequestOptionsJSON> {
  if (!canUsePasskeys(site)) throw passkeysNotAvailable();
  return await createPasskeyOptions(site, { purpose: 'sign-in', userId: 0 });
}

/**
 * Starts a session for the owner of the passkey. No second-factor step follows, because the device and its verification of the user are two factors.
 * Throws `passkey_refused`.
 */
export async function signInByPasskey(site: Site, response: unknown, client: Client): Promise<{ userId: number; session: StartedSession }> {
  return await checkPasskey(site, { purpose: 'sign-in', userId: 0 }, response, async (tx, userId) => ({
    userId,
    session: await startSession(site, userId, client, tx),
  }));
}

/** Returns the browser options for the second-factor step of a sign-in. */
export async function beginPasskeyProof(
  site: Site,
  { userId }: Pick<SecondStepContext, 'userId'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return await createPasskeyOptions(site, { purpose: 'second-factor', userId });
}

/** Verifies a passkey after the password step and starts a session. Throws `passkey_refused`. */
export async function provePasskey(site: Site, context: SecondStepContext, response: unknown): Promise<StartedSession> {
  return await checkPasskey(site, { purpose: 'second-factor', userId: context.userId }, response, async (tx, userId) => {
    await resetFailedCodes(tx, userId);
    return await beginSession(site, tx, context);
  });
}

/** Returns the browser options for a new proof of identity in this session. Throws `session_needed`. */
export async function beginProofByPasskey(site: Site, viewer: Viewer): Promise<PublicKeyCredentialRequestOptionsJSON> {
  requireSession(viewer);
  return await createPasskeyOptions(site, { purpose: 'proof', userId: viewer.id });
}

/** Verifies and records a new proof of identity. Throws `session_needed` or `passkey_refused`. */
export async function proveByPasskey(site: Site, viewer: Viewer, response: unknown): Promise<void> {
  requireSession(viewer);
  await checkPasskey(site, { purpose: 'proof', userId: viewer.id }, response, (tx) => recordProof(site, tx, viewer));
}
