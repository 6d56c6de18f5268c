import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { openSecret, sealSecret } from './sealing.ts';

/** A user's token, decrypted. */
export interface Token {
  userId: number;
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date;
  /** Full names of the required and the additional scopes. */
  scopes: string[];
  round: number;
  refreshingUntil: Date | null;
}

/** Values of a new token. */
export interface NewToken {
  accessToken: string;
  refreshToken?: string | null | undefined;
  /** Seconds from now. */
  expiresIn: number;
}

/** Returns the user's token, or null if the user is not authenticated. A token that was encrypted with an unknown key is returned as expired and without a refresh token. */
export async function findToken(site: Site, userId: number): Promise<Token | null> {
  const row = await site.db.prisma.analyticsToken.findUnique({ where: { userId } });
  if (!row) return null;
  const accessToken = openSecret(site, row.accessToken);
  return {
    userId,
    accessToken: accessToken ?? '',
    refreshToken: row.refreshToken && openSecret(site, row.refreshToken),
    expiresAt: accessToken === null ? new Date(0) : row.expiresAt,
    scopes: [...row.grantedScopes, ...row.additionalScopes],
    round: row.round,
    refreshingUntil: row.refreshingUntil,
  };
}

/** Returns the columns of a new token. */
export function tokenColumns(site: Site, { accessToken, refreshToken, expiresIn }: NewToken) {
  return {
    accessToken: sealSecret(site, accessToken),
    ...(typeof refreshToken === 'string' && { refreshToken: sealSecret(site, refreshToken) }),
    expiresAt: new Date(now().getTime() + expiresIn * 1000),
  };
}

/** Deletes a token with its scopes. Returns true if it existed. With `round`, deletes only a token of that round. */
export async function removeToken(db: Pick<Tx, 'analyticsToken'>, userId: number, round?: number): Promise<boolean> {
  const { count } = await db.analyticsToken.deleteMany({ where: { userId, ...(round !== undefined && { round }) } });
  return count > 0;
}

/** Stores the last error of a user's token. Empty text clears it. */
export async function noteTokenError(db: Pick<Tx, 'analyticsUser'>, userId: number, tokenError: string): Promise<void> {
  await db.analyticsUser.upsert({ where: { userId }, create: { userId, tokenError }, update: { tokenError }, select: { userId: true } });
}
