import { setTimeout as pause } from 'node:timers/promises';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { announceRecoverable, announceRejectedToken } from '../notifications/announcements.ts';
import { findCredentials } from './credentials.ts';
import { type IssuedToken, refreshAtProvider, TokenError } from './oauth.ts';
import { findToken, noteTokenError, removeToken, type Token, tokenColumns } from './token-store.ts';

/** Remaining lifetime below which a token is refreshed before use. */
const SOON_MS = 5 * 60_000;
/** Longest time of a refresh. After it, another process may take over. */
const LEASE_MS = 20_000;
const LOOK_AGAIN_MS = 60;
const DEFAULT_LIFE_SECONDS = 3600;

const isSpent = ({ expiresAt }: Token) => expiresAt.getTime() - now().getTime() < SOON_MS;
const isOver = ({ expiresAt }: Token) => expiresAt.getTime() <= now().getTime();

const renewals = () => new Map<number, Promise<Token | null>>();

/**
 * Returns the user's token, refreshed if it expires within five minutes. Null if the user has no token. Concurrent calls in all processes share one
 * request to the provider.
 */
export async function usableToken(site: Site, userId: number): Promise<Token | null> {
  const token = await findToken(site, userId);
  return token === null || !isSpent(token) ? token : await renewOnce(site, token);
}

/** Refreshes a token that the provider has rejected. */
export async function renewedToken(site: Site, rejected: Token): Promise<Token | null> {
  const token = await findToken(site, rejected.userId);
  if (token === null || token.round !== rejected.round) return token;
  return token.refreshToken === null ? null : await renewOnce(site, token);
}

/** Allows one refresh per user in this process. Concurrent callers wait for its result. */
async function renewOnce(site: Site, token: Token): Promise<Token | null> {
  const ofSite = site.state.of(renewals);
  const present = ofSite.get(token.userId);
  if (present) return await present;
  const renewal = renewInTurn(site, token).finally(() => ofSite.delete(token.userId));
  ofSite.set(token.userId, renewal);
  return await renewal;
}

/** Allows one refresh per user in all processes. The process with the lease refreshes the token, the others wait for the new `round`. */
async function renewInTurn(site: Site, token: Token): Promise<Token | null> {
  const { userId, round } = token;
  for (;;) {
    const at = now();
    const { count } = await site.db.prisma.analyticsToken.updateMany({
      where: { userId, round, OR: [{ refreshingUntil: null }, { refreshingUntil: { lte: at } }] },
      data: { refreshingUntil: new Date(at.getTime() + LEASE_MS) },
    });
    if (count === 1) return await renew(site, token);
    const present = await findToken(site, userId);
    if (present === null || present.round !== round) return present;
    // another process failed and released the lease, so the old token is used until it expires
    if (present.refreshingUntil === null) return isOver(present) ? null : present;
    await pause(LOOK_AGAIN_MS);
  }
}

async function renew(site: Site, token: Token): Promise<Token | null> {
  if (token.refreshToken === null) return await giveUp(site, token, 'refresh_token_not_exist');
  try {
    const credentials = await findCredentials(site);
    if (credentials === null) throw new TokenError('unreachable');
    return await keep(site, token, await refreshAtProvider(site, credentials, token.refreshToken));
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.fault === 'invalid_grant') return await giveUp(site, token, 'invalid_grant');
    return await letGo(site, token);
  }
}

async function keep(site: Site, { userId, round }: Token, { expiresIn, ...issued }: IssuedToken): Promise<Token | null> {
  const { count } = await site.db.prisma.analyticsToken.updateMany({
    where: { userId, round },
    data: {
      ...tokenColumns(site, { ...issued, expiresIn: expiresIn ?? DEFAULT_LIFE_SECONDS }),
      round: { increment: 1 },
      refreshingUntil: null,
    },
  });
  if (count > 0) await noteTokenError(site.db.prisma, userId, '');
  return await findToken(site, userId);
}

/** Deletes a token that cannot be refreshed and notifies administrators. */
async function giveUp(site: Site, { userId, round }: Token, reason: string): Promise<null> {
  await site.db.transaction(async (tx) => {
    if (!(await removeToken(tx, userId, round))) return;
    await noteTokenError(tx, userId, reason);
    await announceRejectedToken(tx, userId);
    await announceRecoverable(tx, userId);
  });
  return null;
}

/** Releases the lease after a temporary failure. The old token is used until it expires (analytics.md 10). */
async function letGo(site: Site, token: Token): Promise<Token | null> {
  const { userId, round } = token;
  await site.db.prisma.analyticsToken.updateMany({ where: { userId, round }, data: { refreshingUntil: null } });
  await noteTokenError(site.db.prisma, userId, 'access_token_not_received');
  return isOver(token) ? null : token;
}
