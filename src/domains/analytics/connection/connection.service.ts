import type { Site } from '#app/site.ts';
import { announceRecoverable } from '../notifications/announcements.ts';
import { siteAddress } from '../site-address.ts';
import type { ConnectorState } from '../access/actor.ts';
import { registry } from '../modules/registry.ts';
import { findCredentials } from './credentials.ts';
import { revokeAtProvider } from './oauth.ts';
import { baseScopes, fullScopes, unsatisfied } from './scopes.rules.ts';
import { findToken } from './token-store.ts';

/** Connection state of the site (analytics.md 2.5). */
export interface Connection {
  connected: boolean;
  /** True if credentials are stored. Credentials of the configuration cannot be reset. */
  resettable: boolean;
  setupCompleted: boolean;
  hasConnectedAdmins: boolean;
  hasMultipleAdmins: boolean;
  /** 0 if the site has no owner. */
  ownerId: number;
}

export async function viewConnection(site: Site, { siteConnected, setupCompleted, row }: ConnectorState): Promise<Connection> {
  const [admins, connectedAdmins] = await Promise.all([
    site.db.prisma.user.count({ where: { role: 'administrator' } }),
    site.db.prisma.user.count({ where: { role: 'administrator', analyticsToken: { isNot: null } } }),
  ]);
  return {
    connected: siteConnected,
    resettable: row !== null && row.clientId !== '' && row.clientSecret !== null,
    setupCompleted,
    hasConnectedAdmins: connectedAdmins > 0,
    hasMultipleAdmins: admins > 1,
    ownerId: row?.ownerId ?? 0,
  };
}

/** Connection state of a user's account. */
export interface Authentication {
  authenticated: boolean;
  requiredScopes: string[];
  grantedScopes: string[];
  unsatisfiedScopes: string[];
  needsReauthentication: boolean;
  disconnectedReason: string | null;
  /** Address of the site at the last connection, or null if the site was never connected. */
  connectedUrl: string | null;
}

/** Returns the full names of the scopes that the connection and all active modules need. */
export function requiredScopes(site: Site, state: ConnectorState): string[] {
  const active = registry.filter(({ slug }) => state.isActive(slug));
  return fullScopes(site.config.analytics.scopeBase, [...baseScopes, ...active.flatMap(({ scopes }) => scopes)]);
}

export async function viewAuthentication(site: Site, userId: number, state: ConnectorState): Promise<Authentication> {
  const [token, user] = await Promise.all([
    findToken(site, userId),
    site.db.prisma.analyticsUser.findUnique({ where: { userId }, select: { disconnectedReason: true } }),
  ]);
  const wanted = requiredScopes(site, state);
  const missing = token === null ? [] : unsatisfied(site.config.analytics.scopeBase, wanted, token.scopes);
  return {
    authenticated: token !== null,
    requiredScopes: wanted,
    grantedScopes: token?.scopes ?? [],
    unsatisfiedScopes: missing,
    needsReauthentication: missing.length > 0,
    disconnectedReason: user?.disconnectedReason || null,
    connectedUrl: state.row?.connectedUrl ?? null,
  };
}

/** Deletes a user's token and settings, but not their dismissals. Revokes the token at the provider and ignores a provider that cannot be reached. */
export async function disconnect(site: Site, userId: number, reason = ''): Promise<void> {
  const token = await findToken(site, userId);
  await site.db.transaction(async (tx) => {
    const { count } = await tx.analyticsToken.deleteMany({ where: { userId } });
    if (count > 0) await announceRecoverable(tx, userId);
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
    site.log.info({ name: (error as Error).name }, 'the analytics provider was not told that a user disconnected');
  });
}

/** Disconnects the user if the address of the site has changed since it was connected, so that they connect again (analytics.md 2.5). Returns true if it disconnected them. */
export async function disconnectIfMoved(site: Site, userId: number, { row, usesBroker }: ConnectorState): Promise<boolean> {
  if (!usesBroker) return false;
  const connectedUrl = siteAddress(site);
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
