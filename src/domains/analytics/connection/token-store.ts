import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { openSecret, sealSecret } from './sealing.ts';

/** Access of a user to the provider, readable. */
export interface Token {
  userId: number;
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date;
  /** Full names, base and additional ones. */
  scopes: string[];
  round: number;
  refreshingUntil: Date | null;
}

/** What is stored of a token that was handed out. */
export interface NewToken {
  accessToken: string;
  refreshToken?: string | null | undefined;
  /** Seconds from now. */
  expiresIn: number;
}

/** The user's token; null = not authenticated. One that was sealed with another key cannot be read and counts as expired, without a way to renew it. */
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

/** The columns of a token that was handed out just now. */
export function tokenColumns(site: Site, { accessToken, refreshToken, expiresIn }: NewToken) {
  return {
    accessToken: sealSecret(site, accessToken),
    ...(typeof refreshToken === 'string' && { refreshToken: sealSecret(site, refreshToken) }),
    expiresAt: new Date(now().getTime() + expiresIn * 1000),
  };
}

/** Takes the token away, with its scopes; returns whether it was still there. Of a round, only if no newer one came meanwhile. */
export async function removeToken(db: Pick<Tx, 'analyticsToken'>, userId: number, round?: number): Promise<boolean> {
  const { count } = await db.analyticsToken.deleteMany({ where: { userId, ...(round !== undefined && { round }) } });
  return count > 0;
}

/** Notes what went wrong with a user's token; the empty text takes it back. */
export async function noteTokenError(db: Pick<Tx, 'analyticsUser'>, userId: number, tokenError: string): Promise<void> {
  await db.analyticsUser.upsert({ where: { userId }, create: { userId, tokenError }, update: { tokenError }, select: { userId: true } });
}
