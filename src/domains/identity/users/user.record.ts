import { type Role, roles } from '../auth/roles.ts';
import type { ViewerUser } from '../auth/viewer.ts';
import { now } from '#app/core/time/clock.ts';
import { columns, mapped, withMore } from '#app/core/db/columns.ts';
import { givenIds } from '#app/core/db/given-ids.ts';
import type { Known, Row } from '#app/core/db/model.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** A user as it is read; never with the password hash. */
export type UserRecord = Known<
  Row<'User'>,
  {
    role: Role;
    extraCapabilities: Readonly<Record<string, boolean>>;
    /** Whether something published bears this user's name, which makes the public fields everybody's. */
    hasPublished: boolean;
  }
>;

const viewerPart = columns('User', 'u', { only: ['id', 'login', 'email', 'displayName', 'role', 'extraCapabilities'] });

/** What a `ViewerUser` is made of, for a statement whose user row is called `u`. */
export const viewerColumns = { ...viewerPart, ...mapped(viewerPart, (row) => viewerUserOf(row)) };

const own = columns('User', 'u');

/** The columns of a `UserRecord` for a statement whose user row is called `u`; `moment` is the placeholder of the present moment. */
export const userColumns = (moment: string) => `${own.list}, EXISTS (SELECT 1 FROM content c WHERE c.author_id = u.id
    AND (c.status = 'publish' OR (c.status = 'future' AND c.date_utc <= ${moment}::timestamptz))) AS "hasPublished"`;

/** What a statement with these columns returns. */
export const userRow = mapped(withMore(own, { hasPublished: 'bool' }), (row): UserRecord => viewerUserOf(row));

/** A role as stored; one that this version does not know counts as the least. */
export function roleOf(stored: string): Role {
  return roles.find((role) => role === stored) ?? 'subscriber';
}

/** A row of the model with the role it means. */
function viewerUserOf<Read extends { role: string; extraCapabilities: unknown }>(
  row: Read,
): Known<Read, Pick<ViewerUser, 'role' | 'extraCapabilities'>> {
  row.role = roleOf(row.role);
  return row as Known<Read, Pick<ViewerUser, 'role' | 'extraCapabilities'>>;
}

const users = `SELECT ${userColumns('$2')} FROM user_account u WHERE`;
const byIds = statement('users_by_id', `${users} u.id = ${givenIds('$1')}`, userRow);
const byName = statement('user_by_name', `${users} lower(u.login) = $1 OR u.email = $1 ORDER BY lower(u.login) = $1 DESC LIMIT 1`, userRow);
const bySlug = statement('user_by_slug', `${users} u.slug = $1`, userRow);

/** The users with these ids in one statement, in no particular order; unknown ids are missing. */
export async function loadUsers(site: Site, ids: readonly number[]): Promise<UserRecord[]> {
  return await site.db.rows(byIds, [ids, now({ expiresWith: ['schedule'] })]);
}

/** The user with this id, or null. */
export async function findUser(site: Site, id: number): Promise<UserRecord | null> {
  const [user] = await loadUsers(site, [id]);
  return user ?? null;
}

/** The user with this login name or e-mail address (the case of letters does not matter), or null. The login name counts first. */
export async function findUserByName(site: Site, loginOrEmail: string): Promise<UserRecord | null> {
  if (loginOrEmail.includes('\0')) return null;
  const [user] = await site.db.rows(byName, [loginOrEmail.toLowerCase(), now({ expiresWith: ['schedule'] })]);
  return user ?? null;
}

/** The user whose author page has this slug, or null. */
export async function findUserBySlug(site: Site, slug: string): Promise<UserRecord | null> {
  if (slug.includes('\0')) return null;
  const [user] = await site.db.rows(bySlug, [slug, now({ expiresWith: ['schedule'] })]);
  return user ?? null;
}

/** Address of a user's author page. */
export function authorLink(site: Site, user: Pick<UserRecord, 'slug'>): string {
  return `${site.config.siteUrl}/author/${user.slug}/`;
}
