import { type Role, roles } from '../auth/roles.ts';
import type { ViewerUser } from '../auth/viewer.ts';
import { now } from '#app/core/time/clock.ts';
import { columns, mapShape, withColumns } from '#app/core/db/columns.ts';
import { anyId } from '#app/core/db/any-id.ts';
import type { Override, Row } from '#app/core/db/model.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** A user without the password hash. */
export type UserRecord = Override<
  Row<'User'>,
  {
    role: Role;
    extraCapabilities: Readonly<Record<string, boolean>>;
    /** True if the user has published content. The public fields of such users are visible to everyone. */
    hasPublished: boolean;
  }
>;

const viewerUserColumns = columns('User', 'u', { only: ['id', 'login', 'email', 'displayName', 'role', 'extraCapabilities'] });

/** Columns of a `ViewerUser` from the user row `u`. */
export const viewerColumns = { ...viewerUserColumns, ...mapShape(viewerUserColumns, (row) => withKnownRole(row)) };

const allColumns = columns('User', 'u');

/** Returns the columns of a `UserRecord` from the user row `u`. `moment` is the placeholder of the current time. */
export const selectUserColumns = (moment: string) => `${allColumns.list}, EXISTS (SELECT 1 FROM content c WHERE c.author_id = u.id
    AND (c.status = 'publish' OR (c.status = 'future' AND c.date_utc <= ${moment}::timestamptz))) AS "hasPublished"`;

/** Shape of the rows that a statement with the columns of `selectUserColumns` returns. */
export const userRow = mapShape(withColumns(allColumns, { hasPublished: 'bool' }), (row): UserRecord => withKnownRole(row));

/** Parses a stored role. Unknown roles become `subscriber`, the role with the fewest rights. */
export function toRole(stored: string): Role {
  return roles.find((role) => role === stored) ?? 'subscriber';
}

/** Replaces the stored role of a row by a known role, in place, and returns the row. */
function withKnownRole<Read extends { role: string; extraCapabilities: unknown }>(
  row: Read,
): Override<Read, Pick<ViewerUser, 'role' | 'extraCapabilities'>> {
  row.role = toRole(row.role);
  return row as Override<Read, Pick<ViewerUser, 'role' | 'extraCapabilities'>>;
}

const selectUsers = `SELECT ${selectUserColumns('$2')} FROM user_account u WHERE`;
const selectByIds = statement('users_by_id', `${selectUsers} u.id = ${anyId('$1')}`, userRow);
const selectByName = statement(
  'user_by_name',
  `${selectUsers} lower(u.login) = $1 OR u.email = $1 ORDER BY lower(u.login) = $1 DESC LIMIT 1`,
  userRow,
);
const selectBySlug = statement('user_by_slug', `${selectUsers} u.slug = $1`, userRow);

/** Returns the users with these IDs, in no particular order. Omits unknown IDs. */
export async function loadUsers(site: Site, ids: readonly number[]): Promise<UserRecord[]> {
  return await site.db.rows(selectByIds, [ids, now({ expiresWith: ['schedule'] })]);
}

/** Returns the user with this ID, or null. */
export async function findUser(site: Site, id: number): Promise<UserRecord | null> {
  const [user] = await loadUsers(site, [id]);
  return user ?? null;
}

/** Returns the user with this login name or email address (case-insensitive), or null. A login name takes precedence. */
export async function findUserByName(site: Site, loginOrEmail: string): Promise<UserRecord | null> {
  if (loginOrEmail.includes('\0')) return null;
  const [user] = await site.db.rows(selectByName, [loginOrEmail.toLowerCase(), now({ expiresWith: ['schedule'] })]);
  return user ?? null;
}

/** Returns the user with this slug, or null. */
export async function findUserBySlug(site: Site, slug: string): Promise<UserRecord | null> {
  if (slug.includes('\0')) return null;
  const [user] = await site.db.rows(selectBySlug, [slug, now({ expiresWith: ['schedule'] })]);
  return user ?? null;
}

/** Returns the URL of a user's author page. */
export function buildAuthorLink(site: Site, user: Pick<UserRecord, 'slug'>): string {
  return `${site.config.siteUrl}/author/${user.slug}/`;
}
