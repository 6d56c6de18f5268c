import { byEachKey, type Keeper } from '#app/core/secrets/keeper.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { now } from '#app/core/time/clock.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import { ownPath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { loadState } from '../state.ts';
import { requiredScopes } from './connection.service.ts';
import { type Credentials, findCredentials } from './credentials.ts';
import { authorizationAddress, newGrant, TokenError, tokenForCode } from './oauth.ts';
import { providerUnreachable } from '../provider/failures.ts';
import { openSecret, sealSecret } from './sealing.ts';
import { importToken } from './token-import.service.ts';

/** Page of this site to which the provider redirects after authorization. */
export const AUTHORIZED_PAGE = '/analytics/authorized';

/** Time after which an unfinished authorization expires. */
const OPEN_MS = 30 * 60_000;
/** Time during which a repeated request with the same code gets the first result, because browsers and users repeat requests (analytics.md 2.4). */
const REPEAT_MS = 5 * 60_000;
/** Maximum wait for an exchange, longer than the provider's time limit. */
const EXCHANGE_MS = 20_000;
const LOOK_AGAIN_MS = 60;
const DEFAULT_LIFE_SECONDS = 3600;

type Row = Prisma.AnalyticsAuthorizationGetPayload<object>;

const stateHash = (site: Keeper, state: string) => keyedHash(site, 'analytics authorization', state);
const codeHash = (site: Keeper, code: string) => keyedHash(site, 'analytics code', code);
const redirectUri = (site: Site) => site.config.siteUrl + AUTHORIZED_PAGE;
const unknown = () => invalid('authorization_unknown', 'This authorization was not begun here, or has expired. Start again.');

async function credentialsOf(site: Site): Promise<Credentials> {
  const credentials = await findCredentials(site);
  if (!credentials) throw new Failure('oauth_credentials_not_exist', 401, 'The site has no credentials for the provider.');
  return credentials;
}

/**
 * Starts an authorization and returns the provider's page. The viewer grants there the scopes of the connection and of all active modules, and the
 * additional scopes (full names). Afterwards they return to `redirectTo` on this site. Throws `oauth_credentials_not_exist`, and
 * `provider_unreachable` if no provider is configured.
 */
export async function beginAuthorization(
  site: Site,
  viewer: Viewer,
  { additionalScopes = [], redirectTo }: { additionalScopes?: readonly string[] | undefined; redirectTo?: string | undefined },
): Promise<string> {
  const { clientId } = await credentialsOf(site);
  const scopes = [...new Set([...requiredScopes(site, await loadState(site)), ...additionalScopes])];
  const grant = newGrant();
  const address = await authorizationAddress(site, { clientId, redirectUri: redirectUri(site), scopes, ...grant });
  await site.db.prisma.analyticsAuthorization.create({
    data: {
      stateHash: stateHash(site, grant.state),
      userId: viewer.id,
      codeVerifier: sealSecret(site, grant.codeVerifier),
      redirectUrl: ownPath(site, redirectTo) ?? '',
      createdAt: now(),
    },
    select: { stateHash: true },
  });
  return address;
}

/** Parameters that the provider adds to its redirect. */
export interface RedirectParameters {
  code: string;
  /** State of the authorization. Without it, the viewer's latest authorization is completed. */
  state?: string | undefined;
  /** Granted scopes in the redirect. They apply if the token response has none. */
  scope?: string | undefined;
}

/** Finds the viewer's open authorization, or the one that was recently completed with this code. */
async function findAuthorization(site: Site, userId: number, { code, state }: RedirectParameters): Promise<Row | null> {
  const at = now().getTime();
  const { analyticsAuthorization } = site.db.prisma;
  const findUsed = () =>
    analyticsAuthorization.findFirst({
      where: {
        userId,
        codeHash: { in: byEachKey(site, (keeper) => codeHash(keeper, code)) },
        createdAt: { gt: new Date(at - OPEN_MS - REPEAT_MS) },
      },
    });
  const findOpen = () =>
    analyticsAuthorization.findFirst({
      where: {
        userId,
        codeHash: null,
        createdAt: { gt: new Date(at - OPEN_MS) },
        ...(state !== undefined && { stateHash: { in: byEachKey(site, (keeper) => stateHash(keeper, state)) } }),
      },
      orderBy: { createdAt: 'desc' },
    });
  const isOver = ({ completedAt }: Row) => completedAt !== null && completedAt.getTime() <= at - REPEAT_MS;
  // searches completed ones again, because another request may use the code between the first two queries
  const found = (await findUsed()) ?? (await findOpen()) ?? (await findUsed());
  return found && !isOver(found) ? found : null;
}

/** Waits for the result of another request that exchanges the same code. */
async function outcomeOf(site: Site, key: string): Promise<Row> {
  for (let waited = 0; waited < EXCHANGE_MS; waited += LOOK_AGAIN_MS) {
    const row = await site.db.prisma.analyticsAuthorization.findUnique({ where: { stateHash: key } });
    if (row === null) break;
    if (row.completedAt !== null) return row;
    await pause(LOOK_AGAIN_MS);
  }
  throw refusedBy('invalid_grant');
}

function refusedBy(fault: TokenError['fault']): Failure {
  return fault === 'unreachable'
    ? providerUnreachable()
    : invalid('authorization_refused', 'The provider did not accept the code. Start again.');
}

async function exchange(
  site: Site,
  viewer: Viewer,
  { stateHash: key, codeVerifier }: Row,
  { code, scope }: RedirectParameters,
): Promise<void> {
  const verifier = openSecret(site, codeVerifier);
  if (verifier === null) throw unknown();
  const grant = { code, codeVerifier: verifier, redirectUri: redirectUri(site) };
  const { scopes, expiresIn, ...token } = await tokenForCode(site, await credentialsOf(site), grant);
  const granted = scopes ?? scope?.split(/\s+/).filter(Boolean) ?? requiredScopes(site, await loadState(site));
  await importToken(site, viewer, { ...token, expiresIn: expiresIn ?? DEFAULT_LIFE_SECONDS, scopes: granted });
  await site.db.prisma.analyticsAuthorization.updateMany({ where: { stateHash: key }, data: { completedAt: now() } });
}

/**
 * Connects the viewer's account with the provider's code. Returns the page to open next, or an empty string. A code is exchanged only once, even if
 * several processes receive it within five minutes. Throws `authorization_unknown`, `authorization_refused` and `provider_unreachable`. After a
 * refusal the viewer must start again.
 */
export async function completeAuthorization(site: Site, viewer: Viewer, returned: RedirectParameters): Promise<string> {
  const found = await findAuthorization(site, viewer.id, returned);
  if (!found) throw unknown();
  if (found.completedAt !== null) return found.redirectUrl;
  const where = { stateHash: found.stateHash };
  const { count } = await site.db.prisma.analyticsAuthorization.updateMany({
    where: { ...where, codeHash: null },
    data: { codeHash: codeHash(site, returned.code) },
  });
  if (count === 0) return (await outcomeOf(site, found.stateHash)).redirectUrl;
  try {
    await exchange(site, viewer, found, returned);
    return found.redirectUrl;
  } catch (error) {
    await site.db.prisma.analyticsAuthorization.deleteMany({ where });
    if (error instanceof TokenError) throw refusedBy(error.fault);
    throw error;
  }
}

/** Deletes expired authorizations and returns their number. */
export async function removeOldAuthorizations(site: Pick<Site, 'db'>): Promise<number> {
  const before = new Date(now().getTime() - OPEN_MS - REPEAT_MS);
  const { count } = await site.db.prisma.analyticsAuthorization.deleteMany({ where: { createdAt: { lt: before } } });
  return count;
}
