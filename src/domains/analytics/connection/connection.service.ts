import type { Site } from '#app/site.ts';
import { notifyRecoverableModules } from '../notifications/notify.ts';
import { getSiteUrlWithSlash } from '../site-url.ts';
import type { ConnectorState } from '../access/actor.ts';
import { registry } from '../modules/registry.ts';
import { findCredentials } from './credentials.ts';
import { revokeAtProvider } from './oauth.ts';
import { baseScopes, expandScopes, findUnsatisfied } from './scopes.rules.ts';
import { findToken } from './token-store.ts';

/** Connection state of the site (docs/behaviour/analytics.md 2.5). */
export interface Connection {
  connected: boolean;
  /** True if the credentials are stored in the database. Credentials in the environment cannot be reset. */
  resettable: boolean;
  setupCompleted: boolean;
  hasConnectedAdmins: boolean;
  hasMultipleAdmins: boolean;
  /** User ID of the owner. 0 if the site has no owner. */
  ownerId: number;
}

export async function readConnection(site: Site, { siteConnected, setupCompleted, row }: ConnectorState): Promise<Connection> {
  const [administratorCount, connectedCount] = await Promise.all([
    site.db.prisma.user.count({ where: { role: 'administrator' } }),
    site.db.prisma.user.count({ where: { role: 'administrator', analyticsToken: { isNot: null } } }),
  ]);
  return {
    connected: siteConnected,
    resettable: row !== null && row.clientId !== '' && row.clientSecret !== null,
    setupCompleted,
    hasConnectedAdmins: connectedCount > 0,
    hasMultipleAdmins: administratorCount > 1,
    ownerId: row?.ownerId ?? 0,
  };
}

/** Connection state of a user's account. */
export interface Authentication {
  /** True if the user has an access token, expired or not. */
  authenticated: boolean;
  /** Full names of scopes, as in the next two members. */
  requiredScopes: string[];
  grantedScopes: string[];
  unsatisfiedScopes: string[];
  needsReauthentication: boolean;
  /** Code of the reason why the site disconnected the user, such as `connected_url_mismatch`. Null in all other cases. */
  disconnectedReason: string | null;
  /** URL of the site when it was last connected. Null if the site was never connected. */
  connectedUrl: string | null;
}

/** Returns the full names of the scopes that the connection and the active modules require. */
export function listRequiredScopes(site: Site, state: ConnectorState): string[] {
  const active = registry.filter(({ slug }) => state.isActive(slug));
  return expandScopes(site.config.analytics.scopeBase, [...baseScopes, ...active.flatMap(({ scopes }) => scopes)]);
}

export async function readAuthentication(site: Site, userId: number, state: ConnectorState): Promise<Authentication> {
  const [token, user] = await Promise.all([
    findToken(site, userId),
    site.db.prisma.analyticsUser.findUnique({ where: { userId }, select: { disconnectedReason: true } }),
  ]);
  const required = listRequiredScopes(site, state);
  const missing = token === null ? [] : findUnsatisfied(site.config.analytics.scopeBase, required, token.scopes);
  return {
    authenticated: token !== null,
    requiredScopes: required,
    grantedScopes: token?.scopes ?? [],
    unsatisfiedScopes: missing,
    needsReauthentication: missing.length > 0,
    disconnectedReason: user?.disconnectedReason || null,
    connectedUrl: state.row?.connectedUrl ?? null,
  };
}

/** Deletes a user's token and settings, but not dismissals. Then revokes the token at the provider. Only logs a failure of the revocation. */
export async function disconnect(site: Site, userId: number, reason = ''): Promise<void> {
  const token = await findToken(site, userId);
  await site.db.transaction(async (tx) => {
    const { count } = await tx.analyticsToken.deleteMany({ where: { userId } });
    if (count > 0) await notifyRecoverableModules(tx, userId);
    await tx.analyticsAuthorization.deleteMany({ where: { userId } });
    await tx.analyticsUser.deleteMany({ where: { userId } });
    await tx.analyticsQueuedSurvey.deleteMany({ where: { userId } });
    await tx.analyticsSurveyTimeout.deleteMany({ where: { userId } });
    if (reason !== '') await tx.analyticsUser.create({ data: { userId, disconnectedReason: reason }, select: { userId: true } });
  });
  if (token === null || token.accessToken === '') return;
  const credentials = await findCredentials(site);
  if (credentials === null) return;
  await revokeAtProvider(site, credentials, token.refreshToken ?? token.accessToken).catch((error: unknown) => {
    site.log.info({ name: (error as Error).name }, 'the token of a disconnected user could not be revoked at the analytics provider');
  });
}

/**
 * Disconnects the user if the URL of the site has changed since it was connected, so that the user connects again (docs/behaviour/analytics.md 2.5).
 * Returns true if the user was disconnected.
 */
export async function disconnectIfMoved(site: Site, userId: number, { row, usesBroker }: ConnectorState): Promise<boolean> {
  if (!usesBroker) return false;
  const connectedUrl = getSiteUrlWithSlash(site);
  if (row?.connectedUrl === connectedUrl) return false;
  if (!row?.connectedUrl) {
    await site.db.prisma.analyticsSite.upsert({
      where: { id: 1 },
      create: { connectedUrl },
      update: { connectedUrl },
      select: { id: true },
    });
    return false;
  }
  await disconnect(site, userId, 'connected_url_mismatch');
  return true;
}
