import { mapKeyOwners, type KeyOwner, type SiteWithKeys } from '#app/core/secrets/key-owner.ts';
import { randomBytes } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowShape, withColumns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { declareBatchDelete, deleteInBatches } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { rememberedSessionDays, sessionDays } from '../identity.settings.ts';
import { viewerColumns } from '../users/user.record.ts';
import { invalidateIdentity } from './identities.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { ViewerUser } from './viewer.ts';

/** Name of the cookie with the session token. */
export const SESSION_COOKIE = 'marquee_session';

const DAY_SECONDS = 24 * 3600;
const TOKEN = /^[\w-]{43}$/;

/** A new session. Its token is the value of the cookie. Only a hash of the token is stored. */
export interface StartedSession {
  token: string;
  startedAt: Date;
  expiresAt: Date;
  cookie: SessionCookie;
}

/** Attributes of the session cookie for `reply.setCookie`. */
export interface SessionCookie {
  path: '/';
  httpOnly: true;
  sameSite: 'lax';
  secure: boolean;
  /** Lifetime in seconds; without it, the cookie ends with the browser session. */
  maxAge?: number;
}

/**
 * Returns the attributes of the site's session cookie: with `maxAge` (seconds) for `setCookie`, without it for `clearCookie` and temporary cookies.
 */
export function getSessionCookie(site: Site, maxAge?: number): SessionCookie {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: site.config.siteUrl.startsWith('https:'),
    ...(maxAge !== undefined && { maxAge }),
  };
}

/** Returns the keyed hash that is stored for a session token. */
export function hashSession(site: KeyOwner, token: string): string {
  return createKeyedHash(site, 'session', token);
}

/** Returns the possible hashes of a token: one with the site's key and one with each previous key. */
export const listSessionHashes = (site: SiteWithKeys, token: string): string[] =>
  mapKeyOwners(site, (keyOwner) => hashSession(keyOwner, token));

/** Client of a sign-in. It is stored with the session and shown to the user. */
export interface Client {
  ip: string;
  userAgent: string;
  /** True for a longer session (`session_remembered_days`) with a persistent cookie. */
  remember?: boolean;
}

/** Starts a session. */
export async function startSession(site: Site, userId: number, client: Client, tx: Tx = site.db.prisma): Promise<StartedSession> {
  const seconds = site.settings.get(client.remember === true ? rememberedSessionDays : sessionDays) * DAY_SECONDS;
  const token = randomBytes(32).toString('base64url');
  const createdAt = now();
  createdAt.setUTCMilliseconds(0);
  const expiresAt = new Date(createdAt.getTime() + seconds * 1000);
  await tx.session.create({
    data: {
      tokenHash: hashSession(site, token),
      userId,
      createdAt,
      expiresAt,
      ip: client.ip,
      userAgent: client.userAgent.replaceAll('\0', '').slice(0, 500),
    },
  });
  return { token, startedAt: createdAt, expiresAt, cookie: getSessionCookie(site, client.remember === true ? seconds : undefined) };
}

const selectByToken = statement(
  'session_by_token',
  `SELECT ${viewerColumns.list}, s.expires_at AS "expiresAt" FROM session s JOIN user_account u ON u.id = s.user_id
    WHERE s.token_hash = ANY($1::text[]) AND s.expires_at > $2`,
  withColumns(viewerColumns, { expiresAt: 'timestamptz' }),
);
const deleteByToken = statement(
  'end_session',
  'DELETE FROM session WHERE token_hash = ANY($1::text[]) RETURNING user_id AS "userId"',
  rowShape({ userId: 'int' }),
);

/** Returns the user and the expiry time of an active session, or null for any other token. */
export async function findSession(site: Site, token: string): Promise<{ user: ViewerUser; expiresAt: Date } | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await site.db.rows(selectByToken, [listSessionHashes(site, token), now()]);
  if (!row) return null;
  const { expiresAt, ...user } = row;
  return { user, expiresAt };
}

/** Ends a session and invalidates its token. */
export async function endSession(site: Site, token: string): Promise<void> {
  if (!TOKEN.test(token)) return;
  for (const { userId } of await site.db.rows(deleteByToken, [listSessionHashes(site, token)])) await invalidateIdentity(site, userId);
}

/** Ends the sessions of a user, except the one with the given token, and returns their number. */
export async function endSessions(site: Site, userId: number, exceptToken?: string): Promise<number> {
  const keptHashes = exceptToken !== undefined && TOKEN.test(exceptToken) ? listSessionHashes(site, exceptToken) : [];
  const { count } = await site.db.prisma.session.deleteMany({ where: { userId, tokenHash: { notIn: keptHashes } } });
  if (count > 0) await invalidateIdentity(site, userId);
  return count;
}

const expiredSessions = declareBatchDelete('remove_expired_sessions', 'session', 'token_hash', 'expires_at <= $1');

/** Deletes expired sessions and returns their number. */
export async function purgeSessions(site: Site): Promise<number> {
  return await deleteInBatches(site, expiredSessions, [now()]);
}
