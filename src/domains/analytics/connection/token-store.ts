import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { decryptSecret, encryptSecret } from './sealing.ts';

/** The decrypted token of a user. */
export interface Token {
  userId: number;
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date;
  /** Full names of the required and the additional scopes. */
  scopes: string[];
  /** Number that increases with every new token of the user. */
  round: number;
  /** End of the lease of the process that refreshes the token, or null. */
  refreshingUntil: Date | null;
}

/** Values of a new token. */
export interface TokenInput {
  accessToken: string;
  refreshToken?: string | null | undefined;
  /** Lifetime in seconds. */
  expiresIn: number;
}

/** Returns the user's token. Null if the user has none. A token that cannot be decrypted is returned as expired and without a refresh token. */
export async function findToken(site: Site, userId: number): Promise<Token | null> {
  const row = await site.db.prisma.analyticsToken.findUnique({ where: { userId } });
  if (!row) return null;
  const accessToken = decryptSecret(site, row.accessToken);
  return {
    userId,
    accessToken: accessToken ?? '',
    refreshToken: row.refreshToken && decryptSecret(site, row.refreshToken),
    expiresAt: accessToken === null ? new Date(0) : row.expiresAt,
    scopes: [...row.grantedScopes, ...row.additionalScopes],
    round: row.round,
    refreshingUntil: row.refreshingUntil,
  };
}

/** Returns the database columns of a new token, encrypted. */
export function buildTokenColumns(site: Site, { accessToken, refreshToken, expiresIn }: TokenInput) {
  return {
    accessToken: encryptSecret(site, accessToken),
    ...(typeof refreshToken === 'string' && { refreshToken: encryptSecret(site, refreshToken) }),
    expiresAt: new Date(now().getTime() + expiresIn * 1000),
  };
}

/** Deletes a user's token. Returns true if it existed. With `round`, deletes the token only if its round is the same. */
export async function deleteToken(db: Pick<Tx, 'analyticsToken'>, userId: number, round?: number): Promise<boolean> {
  const { count } = await db.analyticsToken.deleteMany({ where: { userId, ...(round !== undefined && { round }) } });
  return count > 0;
}

/** Stores the last error of a user's token. An empty string clears the error. */
export async function recordTokenError(db: Pick<Tx, 'analyticsUser'>, userId: number, tokenError: string): Promise<void> {
  await db.analyticsUser.upsert({ where: { userId }, create: { userId, tokenError }, update: { tokenError }, select: { userId: true } });
}
