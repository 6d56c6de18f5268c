import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { now } from '#app/core/time/clock.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { requireRecentProof } from '../../identity/auth/recent-proof.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { lockUser } from '../../identity/users/lock.ts';
import { passkeyRefused, passkeysNotAvailable, tooManyPasskeys } from '../failures.ts';
import { queueFactorNotification } from '../factor-notification.ts';
import { isChallenge, createChallenge, type ChallengeContext, consumeChallenge } from './challenge.ts';
import { MAX_PASSKEYS, cleanPasskeyName, type PasskeyRecord } from './passkey.service.ts';
import { canUsePasskeys, getRelyingParty, getUserHandle } from './relying-party.ts';
import { getChallenge, readRegistration, type Registration } from './response.ts';

const getChallengeContext = (viewer: Viewer): ChallengeContext => ({ purpose: 'registration', userId: viewer.id });

/** COSE identifiers of the algorithms that devices support: ES256, EdDSA and RS256. */
const ALGORITHMS = [-7, -8, -257];

/**
 * Returns the browser options for creating a passkey of the viewer. Throws `proof_needed`, or 501 `passkeys_not_available` if browsers do not support
 * passkeys for the site's URL.
 */
export async function beginRegistration(site: Site, viewer: Viewer): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await requireRecentProof(site, viewer);
  if (!canUsePasskeys(site)) throw passkeysNotAvailable();
  const { id } = getRelyingParty(site);
  const passkeys = await site.db.prisma.passkey.findMany({ where: { userId: viewer.id }, select: { credentialId: true } });
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return await generateRegistrationOptions({
    rpID: id,
    rpName: site.settings.get(siteName) || id,
    userID: getUserHandle(site, viewer.id),
    userName: viewer.user?.login ?? '',
    userDisplayName: viewer.user?.displayName ?? '',
    challenge: createChallenge(site, getChallengeContext(viewer)),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: 5 * 60_000,
  });
}

/** True if the response contains device certificates. They were not requested, and verifying them would send requests for revocation lists. */
async function hasCertificates({ response }: Registration): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  return (
    decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
      .get('attStmt')
      .get('x5c') !== undefined
  );
}

async function verifyRegistration(site: Site, viewer: Viewer, response: Registration) {
  const { id, origin } = getRelyingParty(site);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    if (await hasCertificates(response)) throw passkeyRefused();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: (challenge) => isChallenge(site, getChallengeContext(viewer), challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) throw passkeyRefused();
    return registrationInfo;
  } catch (error) {
    site.log.info({ err: error }, 'a new passkey was refused');
    throw passkeyRefused();
  }
}

/**
 * Adds a passkey that the browser has created. Throws `proof_needed`, 401 `passkey_refused` for an invalid response, an expired or used challenge or
 * an existing passkey, or 403 `too_many_passkeys` if the user already has twenty.
 */
export async function addPasskey(
  site: Site,
  viewer: Viewer,
  { name, response: unparsed }: { name: string; response?: unknown },
): Promise<PasskeyRecord> {
  await requireRecentProof(site, viewer);
  const response = readRegistration(unparsed);
  const { credential, credentialBackedUp } = await verifyRegistration(site, viewer, response);
  const userId = viewer.id;
  try {
    const added = await site.db.transaction(async (tx) => {
      // lock, so that concurrent requests cannot exceed the maximum
      await lockUser(tx, userId);
      if (!(await consumeChallenge(site, tx, getChallenge(response)))) throw passkeyRefused();
      if ((await tx.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) throw tooManyPasskeys();
      await queueFactorNotification(site, tx, { userId, news: 'passkey added' });
      return await tx.passkey.create({
        data: {
          userId,
          name: cleanPasskeyName(name),
          credentialId: credential.id,
          publicKey: credential.publicKey,
          counter: BigInt(credential.counter),
          transports: response.response.transports ?? [],
          isSynced: credentialBackedUp,
          createdAt: now(),
        },
      });
    });
    notifyMailQueued(site);
    return added;
  } catch (error) {
    if (isUniqueViolation(error)) throw passkeyRefused();
    throw error;
  }
}
