import { now } from '../core/clock.ts';
import type { Add } from '../core/db/keyset.ts';
import type { KeysetList } from '../core/db/keyset-list.ts';
import type { UserListQuery } from './user.list.ts';
import { userColumns, type UserRecord, viewerUserOf } from './user.record.ts';

function conditionsOf({ search, roles, ids, slugs }: Omit<UserListQuery, 'page' | 'perPage'>, add: Add): string {
  const words = search?.replaceAll('\0', '').trim() ?? '';
  const all = ['true'];
  if (words !== '') {
    const pattern = add(`%${words.replace(/[\\%_]/g, '\\$&')}%`);
    all.push(`(u.login ILIKE ${pattern} OR u.email ILIKE ${pattern} OR u.display_name ILIKE ${pattern} OR u.slug ILIKE ${pattern})`);
  }
  if (roles) all.push(`u.role = ANY(${add(roles)}::text[])`);
  if (ids) all.push(`u.id = ANY(${add(ids)}::int[])`);
  if (slugs) all.push(`u.slug = ANY(${add(slugs)}::text[])`);
  return all.join(' AND ');
}

/** Users in order of their shown names, as a list that is read from a place on. */
export function userKeyset(query: Omit<UserListQuery, 'page' | 'perPage'>): KeysetList<UserRecord> {
  return {
    table: 'user_account u',
    alias: 'u',
    columns: (add) => userColumns(add(now())),
    where: (add) => conditionsOf(query, add),
    keys: () => [
      { sql: 'u.display_name', type: 'text', direction: 'ASC' },
      { sql: 'u.id', type: 'int', direction: 'ASC' },
    ],
    read: (row: UserRecord) => viewerUserOf(row),
    nameOf: () => undefined,
  };
}
