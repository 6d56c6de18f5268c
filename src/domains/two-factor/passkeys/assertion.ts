import { type KeyOwner, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { passkeyRefused } from '../failures.ts';
import { isChallenge, createChallenge, type ChallengeContext, consumeChallenge } from './challenge.ts';
import type { PasskeyRecord } from './passkey.service.ts';
import { getRelyingParty, getUserHandle } from './relying-party.ts';
import { type Assertion, getChallenge, readAssertion } from './response.ts';

/** Returns the browser options for using a passkey of the user, or any passkey if the user is not known yet. */
export async function createPasskeyOptions(site: Site, challengeContext: ChallengeContext): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { userId } = challengeContext;
  const passkeys =
    userId === 0 ? [] : await site.db.prisma.passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } });
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return await generateAuthenticationOptions({
    rpID: getRelyingParty(site).id,
    challenge: createChallenge(site, challengeContext),
    // without a password step, the device must verify its user
    userVerification: userId === 0 ? 'required' : 'preferred',
    ...(userId !== 0 && { allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })) }),
    timeout: 5 * 60_000,
  });
}

/** Verifies the device's signature and returns its new counter. */
async function verifySignature(
  site: Site,
  challengeContext: ChallengeContext,
  response: Assertion,
  passkey: PasskeyRecord,
): Promise<number> {
  const { id, origin } = getRelyingParty(site);
  const { userHandle: handle, ...responseWithoutHandle } = response.response;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const isOwnHandle = (keyOwner: KeyOwner) => handle === Buffer.from(getUserHandle(keyOwner, passkey.userId)).toString('base64url');
    if (handle && !matchesAnyKey(site, isOwnHandle)) throw new Error('The passkey belongs to another user.');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: responseWithoutHandle, clientExtensionResults: {} },
      expectedChallenge: (challenge) => isChallenge(site, challengeContext, challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: challengeContext.userId === 0,
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.counter) },
    });
    if (!verified) throw new Error('The signature is wrong.');
    return authenticationInfo.newCounter;
  } catch (error) {
    site.log.info({ err: error }, 'a passkey was refused');
    throw passkeyRefused();
  }
}

/**
 * Verifies a passkey response, then consumes its challenge and runs `onVerified` in one transaction. Throws 401 `passkey_refused` for an invalid
 * response, an unknown passkey, an expired or used challenge, or a counter that did not increase, which indicates a cloned device.
 */
export async function checkPasskey<T>(
  site: Site,
  challengeContext: ChallengeContext,
  unparsed: unknown,
  onVerified: (tx: Tx, userId: number) => Promise<T>,
): Promise<T> {
  const response = readAssertion(unparsed);
  const passkey = await site.db.prisma.passkey.findUnique({ where: { credentialId: response.id } });
  if (!passkey || (challengeContext.userId !== 0 && passkey.userId !== challengeContext.userId)) throw passkeyRefused();
  const counter = await verifySignature(site, challengeContext, response, passkey);
  return await site.db.transaction(async (tx) => {
    if (!(await consumeChallenge(site, tx, getChallenge(response)))) throw passkeyRefused();
    // matches no row if a concurrent sign-in has already increased the counter
    const { count } = await tx.passkey.updateMany({
      where: { id: passkey.id, counter: passkey.counter },
      data: { counter: BigInt(counter), lastUsedAt: now() },
    });
    if (count === 0) throw passkeyRefused();
    return await onVerified(tx, passkey.userId);
  });
}
