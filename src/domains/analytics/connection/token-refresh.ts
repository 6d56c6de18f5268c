import { setTimeout as pause } from 'node:timers/promises';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { notifyRecoverableModules, notifyRejectedToken } from '../notifications/notify.ts';
import { findCredentials } from './credentials.ts';
import { type TokenResponse, refreshAtProvider, TokenError } from './oauth.ts';
import { findToken, recordTokenError, deleteToken, type Token, buildTokenColumns } from './token-store.ts';

/** Remaining lifetime below which a token is refreshed before use. */
const REFRESH_BEFORE_MS = 5 * 60_000;
/** Maximum duration of a refresh. After this time, another process may take over. */
const LEASE_MS = 20_000;
const POLL_MS = 60;
const DEFAULT_TOKEN_SECONDS = 3600;

const needsRefresh = ({ expiresAt }: Token) => expiresAt.getTime() - now().getTime() < REFRESH_BEFORE_MS;
const hasExpired = ({ expiresAt }: Token) => expiresAt.getTime() <= now().getTime();

const createRefreshes = () => new Map<number, Promise<Token | null>>();

/**
 * Returns the user's token. Refreshes it first if it expires within five minutes. Returns null if the user has no token, or if the token has expired
 * and cannot be refreshed. Concurrent calls in all processes share one request to the provider.
 */
export async function getUsableToken(site: Site, userId: number): Promise<Token | null> {
  const token = await findToken(site, userId);
  return token === null || !needsRefresh(token) ? token : await refreshOncePerProcess(site, token);
}

/** Refreshes a token that the provider has rejected. Null if the token cannot be refreshed. */
export async function refreshRejectedToken(site: Site, rejected: Token): Promise<Token | null> {
  const token = await findToken(site, rejected.userId);
  if (token === null || token.round !== rejected.round) return token;
  return token.refreshToken === null ? null : await refreshOncePerProcess(site, token);
}

/** Allows one refresh per user in this process. Concurrent callers share its result. */
async function refreshOncePerProcess(site: Site, token: Token): Promise<Token | null> {
  const refreshes = site.state.getOrCreate(createRefreshes);
  const existing = refreshes.get(token.userId);
  if (existing) return await existing;
  const refreshing = refreshOnce(site, token).finally(() => refreshes.delete(token.userId));
  refreshes.set(token.userId, refreshing);
  return await refreshing;
}

/** Allows one refresh per user in all processes. The process that gets the lease refreshes the token. The others wait for the next `round`. */
async function refreshOnce(site: Site, token: Token): Promise<Token | null> {
  const { userId, round } = token;
  for (;;) {
    const startedAt = now();
    const { count } = await site.db.prisma.analyticsToken.updateMany({
      where: { userId, round, OR: [{ refreshingUntil: null }, { refreshingUntil: { lte: startedAt } }] },
      data: { refreshingUntil: new Date(startedAt.getTime() + LEASE_MS) },
    });
    if (count === 1) return await refresh(site, token);
    const current = await findToken(site, userId);
    if (current === null || current.round !== round) return current;
    // another process has failed and released the lease, so the old token is used until it expires
    if (current.refreshingUntil === null) return hasExpired(current) ? null : current;
    await pause(POLL_MS);
  }
}

async function refresh(site: Site, token: Token): Promise<Token | null> {
  if (token.refreshToken === null) return await deleteRejected(site, token, 'refresh_token_not_exist');
  try {
    const credentials = await findCredentials(site);
    if (credentials === null) throw new TokenError('unreachable');
    return await storeRefreshed(site, token, await refreshAtProvider(site, credentials, token.refreshToken));
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.fault === 'invalid_grant') return await deleteRejected(site, token, 'invalid_grant');
    return await releaseLease(site, token);
  }
}

async function storeRefreshed(site: Site, { userId, round }: Token, { expiresIn, ...issued }: TokenResponse): Promise<Token | null> {
  const { count } = await site.db.prisma.analyticsToken.updateMany({
    where: { userId, round },
    data: {
      ...buildTokenColumns(site, { ...issued, expiresIn: expiresIn ?? DEFAULT_TOKEN_SECONDS }),
      round: { increment: 1 },
      refreshingUntil: null,
    },
  });
  if (count > 0) await recordTokenError(site.db.prisma, userId, '');
  return await findToken(site, userId);
}

/** Deletes a token that cannot be refreshed, and notifies administrators. */
async function deleteRejected(site: Site, { userId, round }: Token, reason: string): Promise<null> {
  await site.db.transaction(async (tx) => {
    if (!(await deleteToken(tx, userId, round))) return;
    await recordTokenError(tx, userId, reason);
    await notifyRejectedToken(tx, userId);
    await notifyRecoverableModules(tx, userId);
  });
  return null;
}

/** Releases the lease after a temporary failure, and returns the old token until it expires (docs/behaviour/analytics.md 10). */
async function releaseLease(site: Site, token: Token): Promise<Token | null> {
  const { userId, round } = token;
  await site.db.prisma.analyticsToken.updateMany({ where: { userId, round }, data: { refreshingUntil: null } });
  await recordTokenError(site.db.prisma, userId, 'access_token_not_received');
  return hasExpired(token) ? null : token;
}
