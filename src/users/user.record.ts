import { type Role, roles } from '../auth/roles.ts';
import type { ViewerUser } from '../auth/viewer.ts';
import { now } from '../core/clock.ts';
import type { Site } from '../site.ts';

/** A user as it is read; never with the password hash. */
export interface UserRecord extends ViewerUser {
  /** Part of the address of the author page. */
  slug: string;
  firstName: string;
  lastName: string;
  nickname: string;
  url: string;
  description: string;
  locale: string;
  registeredAt: Date;
  /** Whether something published bears this user's name, which makes the public fields everybody's. */
  hasPublished: boolean;
}

/** What a `ViewerUser` is made of, for a statement whose user row is called `u`. */
export const viewerColumns = `u.id, u.login, u.email, u.display_name AS "displayName", u.role, u.extra_capabilities AS "extraCapabilities"`;

/** The columns of a `UserRecord` for a statement whose user row is called `u`; `moment` is the placeholder of the present moment. */
export const userColumns = (
  moment: string,
) => `${viewerColumns}, u.slug, u.first_name AS "firstName", u.last_name AS "lastName", u.nickname, u.url, u.description,
  u.locale, u.registered_at AS "registeredAt",
  EXISTS (SELECT 1 FROM content c WHERE c.author_id = u.id
    AND (c.status = 'publish' OR (c.status = 'future' AND c.date_utc <= ${moment}::timestamptz))) AS "hasPublished"`;

const recordColumns = userColumns('$2');

/** A role as stored; one that this version does not know counts as the least. */
export function roleOf(stored: string): Role {
  return roles.find((role) => role === stored) ?? 'subscriber';
}

/** The viewer's part of a row of `viewerColumns`. */
export function viewerUserOf<Row extends ViewerUser>(row: Row): Row {
  row.role = roleOf(row.role);
  return row;
}

/** The users with these ids in one statement, in no particular order; unknown ids are missing. */
export async function loadUsers(site: Site, ids: readonly number[]): Promise<UserRecord[]> {
  const text = `SELECT ${recordColumns} FROM user_account u WHERE u.id = ANY($1::int[])`;
  return (await site.db.sql<UserRecord>(text, [ids, now()], 'users_by_id')).map(viewerUserOf);
}

/** The user with this id, or null. */
export async function findUser(site: Site, id: number): Promise<UserRecord | null> {
  const [user] = await loadUsers(site, [id]);
  return user ?? null;
}

/** The user with this login name or e-mail address (the case of letters does not matter), or null. The login name counts first. */
export async function findUserByName(site: Site, loginOrEmail: string): Promise<UserRecord | null> {
  if (loginOrEmail.includes('\0')) return null;
  const text = `SELECT ${recordColumns} FROM user_account u WHERE lower(u.login) = $1 OR u.email = $1 ORDER BY lower(u.login) = $1 DESC LIMIT 1`;
  const [user] = await site.db.sql<UserRecord>(text, [loginOrEmail.toLowerCase(), now()], 'user_by_name');
  return user ? viewerUserOf(user) : null;
}

/** The user whose author page has this slug, or null. */
export async function findUserBySlug(site: Site, slug: string): Promise<UserRecord | null> {
  if (slug.includes('\0')) return null;
  const [user] = await site.db.sql<UserRecord>(
    `SELECT ${recordColumns} FROM user_account u WHERE u.slug = $1`,
    [slug, now()],
    'user_by_slug',
  );
  return user ? viewerUserOf(user) : null;
}

/** Address of a user's author page. */
export function authorLink(site: Site, user: Pick<UserRecord, 'slug'>): string {
  return `${site.config.siteUrl}/author/${user.slug}/`;
}
