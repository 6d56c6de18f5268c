import { mapKeyOwners, type KeyOwner } from '#app/core/secrets/key-owner.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { now } from '#app/core/time/clock.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import { parseOwnPath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { loadState } from '../state.ts';
import { listRequiredScopes } from './connection.service.ts';
import { type Credentials, findCredentials } from './credentials.ts';
import { buildAuthorizationUrl, createGrant, TokenError, exchangeCodeForToken } from './oauth.ts';
import { providerUnreachable } from '../provider/failures.ts';
import { decryptSecret, encryptSecret } from './sealing.ts';
import { importToken } from './token-import.service.ts';

/** Path of the page to which the provider redirects after authorization. */
export const AUTHORIZED_PAGE = '/analytics/authorized';

/** Time after which an unfinished authorization expires. */
const OPEN_LIFETIME_MS = 30 * 60_000;
/**
 * Time during which a repeated request with the same code returns the first result, because browsers and users repeat requests
 * (docs/behaviour/analytics.md 2.4).
 */
const REPEAT_WINDOW_MS = 5 * 60_000;
/** Maximum time to wait for an exchange of the code. Longer than the timeout of requests to the provider. */
const EXCHANGE_TIMEOUT_MS = 20_000;
const POLL_MS = 60;
const DEFAULT_TOKEN_SECONDS = 3600;

type AuthorizationRow = Prisma.AnalyticsAuthorizationGetPayload<object>;

const hashState = (site: KeyOwner, state: string) => createKeyedHash(site, 'analytics authorization', state);
const hashCode = (site: KeyOwner, code: string) => createKeyedHash(site, 'analytics code', code);
const buildRedirectUri = (site: Site) => site.config.siteUrl + AUTHORIZED_PAGE;
const unknownAuthorization = () =>
  invalid('authorization_unknown', 'This authorization was not started on this site, or has expired. Start again.');

async function getCredentials(site: Site): Promise<Credentials> {
  const credentials = await findCredentials(site);
  if (!credentials)
    throw new Failure(
      'oauth_credentials_not_exist',
      401,
      'The site has no credentials for the provider. Enter the client ID and the client secret first.',
    );
  return credentials;
}

/**
 * Starts an authorization and returns the URL of the provider's authorization page. There, the viewer grants the scopes of the connection, the scopes
 * of all active modules, and the additional scopes (full names). The provider then redirects the viewer to this site, which redirects to
 * `redirectTo`. Throws `oauth_credentials_not_exist`, and `provider_unreachable` if no provider is configured.
 */
export async function beginAuthorization(
  site: Site,
  viewer: Viewer,
  { additionalScopes = [], redirectTo }: { additionalScopes?: readonly string[] | undefined; redirectTo?: string | undefined },
): Promise<string> {
  const { clientId } = await getCredentials(site);
  const scopes = [...new Set([...listRequiredScopes(site, await loadState(site)), ...additionalScopes])];
  const grant = createGrant();
  const authorizationUrl = await buildAuthorizationUrl(site, { clientId, redirectUri: buildRedirectUri(site), scopes, ...grant });
  await site.db.prisma.analyticsAuthorization.create({
    data: {
      stateHash: hashState(site, grant.state),
      userId: viewer.id,
      codeVerifier: encryptSecret(site, grant.codeVerifier),
      redirectUrl: parseOwnPath(site, redirectTo) ?? '',
      createdAt: now(),
    },
    select: { stateHash: true },
  });
  return authorizationUrl;
}

/** Parameters that the provider adds to its redirect. */
export interface RedirectParameters {
  code: string;
  /** State of the authorization. Without it, the viewer's latest authorization is completed. */
  state?: string | undefined;
  /** Granted scopes. Used if the token response does not contain any. */
  scope?: string | undefined;
}

/** Finds the viewer's authorization that was recently completed with this code, or else the latest open one. */
async function findAuthorization(site: Site, userId: number, { code, state }: RedirectParameters): Promise<AuthorizationRow | null> {
  const time = now().getTime();
  const { analyticsAuthorization } = site.db.prisma;
  const findUsed = () =>
    analyticsAuthorization.findFirst({
      where: {
        userId,
        codeHash: { in: mapKeyOwners(site, (keyOwner) => hashCode(keyOwner, code)) },
        createdAt: { gt: new Date(time - OPEN_LIFETIME_MS - REPEAT_WINDOW_MS) },
      },
    });
  const findOpen = () =>
    analyticsAuthorization.findFirst({
      where: {
        userId,
        codeHash: null,
        createdAt: { gt: new Date(time - OPEN_LIFETIME_MS) },
        ...(state !== undefined && { stateHash: { in: mapKeyOwners(site, (keyOwner) => hashState(keyOwner, state)) } }),
      },
      orderBy: { createdAt: 'desc' },
    });
  const hasExpired = ({ completedAt }: AuthorizationRow) => completedAt !== null && completedAt.getTime() <= time - REPEAT_WINDOW_MS;
  // searches used codes twice, because another request may use the code between the first two queries
  const authorization = (await findUsed()) ?? (await findOpen()) ?? (await findUsed());
  return authorization && !hasExpired(authorization) ? authorization : null;
}

/** Waits for the result of another request that exchanges the same code. */
async function waitForOutcome(site: Site, stateHash: string): Promise<AuthorizationRow> {
  for (let waited = 0; waited < EXCHANGE_TIMEOUT_MS; waited += POLL_MS) {
    const row = await site.db.prisma.analyticsAuthorization.findUnique({ where: { stateHash } });
    if (row === null) break;
    if (row.completedAt !== null) return row;
    await pause(POLL_MS);
  }
  throw toFailure('invalid_grant');
}

function toFailure(fault: TokenError['fault']): Failure {
  return fault === 'unreachable'
    ? providerUnreachable()
    : invalid('authorization_refused', 'The provider did not accept the code. Start again.');
}

async function exchangeCode(
  site: Site,
  viewer: Viewer,
  { stateHash, codeVerifier }: AuthorizationRow,
  { code, scope }: RedirectParameters,
): Promise<void> {
  const verifier = decryptSecret(site, codeVerifier);
  if (verifier === null) throw unknownAuthorization();
  const grant = { code, codeVerifier: verifier, redirectUri: buildRedirectUri(site) };
  const { scopes, expiresIn, ...token } = await exchangeCodeForToken(site, await getCredentials(site), grant);
  const granted = scopes ?? scope?.split(/\s+/).filter(Boolean) ?? listRequiredScopes(site, await loadState(site));
  await importToken(site, viewer, { ...token, expiresIn: expiresIn ?? DEFAULT_TOKEN_SECONDS, scopes: granted });
  await site.db.prisma.analyticsAuthorization.updateMany({ where: { stateHash }, data: { completedAt: now() } });
}

/**
 * Connects the viewer's account with the code from the provider, and returns the path of the page to open next, or an empty string. A code is
 * exchanged only once, even if several processes receive the code within five minutes. Throws `authorization_unknown`, `authorization_refused` and
 * `provider_unreachable`. After a failure, the viewer must start again.
 */
export async function completeAuthorization(site: Site, viewer: Viewer, parameters: RedirectParameters): Promise<string> {
  const authorization = await findAuthorization(site, viewer.id, parameters);
  if (!authorization) throw unknownAuthorization();
  if (authorization.completedAt !== null) return authorization.redirectUrl;
  const where = { stateHash: authorization.stateHash };
  const { count } = await site.db.prisma.analyticsAuthorization.updateMany({
    where: { ...where, codeHash: null },
    data: { codeHash: hashCode(site, parameters.code) },
  });
  if (count === 0) return (await waitForOutcome(site, authorization.stateHash)).redirectUrl;
  try {
    await exchangeCode(site, viewer, authorization, parameters);
    return authorization.redirectUrl;
  } catch (error) {
    await site.db.prisma.analyticsAuthorization.deleteMany({ where });
    if (error instanceof TokenError) throw toFailure(error.fault);
    throw error;
  }
}

/** Deletes expired authorizations and returns their number. */
export async function deleteExpiredAuthorizations(site: Pick<Site, 'db'>): Promise<number> {
  const before = new Date(now().getTime() - OPEN_LIFETIME_MS - REPEAT_WINDOW_MS);
  const { count } = await site.db.prisma.analyticsAuthorization.deleteMany({ where: { createdAt: { lt: before } } });
  return count;
}
