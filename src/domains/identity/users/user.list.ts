import { now } from '#app/core/time/clock.ts';
import { anyNumber, anyText, filter, noNumber } from '#app/core/db/lists/filters.ts';
import { orderByColumn, orderByPosition, defineList, type QueryOf } from '#app/core/db/lists/list.ts';
import { type Role, listRolesWith } from '../auth/roles.ts';
import { userRow, selectUserColumns } from './user.record.ts';

/** Conditions on lists of users in addition to the filters. */
interface UserScope {
  roles?: readonly Role[] | null | undefined;
  /** Part of the display name or slug. With `searchesPrivately`, also part of the login name or email address. */
  search?: string | null | undefined;
  searchesPrivately?: boolean | undefined;
  /** Only users with published content of these kinds, or of any kind if `any`. */
  publishedKinds?: readonly string[] | 'any' | undefined;
}

function buildScope({ roles, search, searchesPrivately, publishedKinds }: UserScope, add: (value: unknown) => string): string[] {
  const conditions: string[] = [];
  const text = search?.replaceAll('\0', '').trim() ?? '';
  if (text !== '') {
    const pattern = add(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
    const columns = searchesPrivately ? ['login', 'email', 'display_name', 'slug'] : ['display_name', 'slug'];
    conditions.push(`(${columns.map((column) => `u.${column} ILIKE ${pattern}`).join(' OR ')})`);
  }
  if (roles) conditions.push(`u.role = ANY(${add(roles)}::text[])`);
  if (publishedKinds) {
    const kinds = publishedKinds === 'any' ? '' : `AND c.kind = ANY(${add(publishedKinds)}::text[]) `;
    conditions.push(`EXISTS (SELECT 1 FROM content c WHERE c.author_id = u.id ${kinds}AND (c.status = 'publish'
      OR (c.status = 'future' AND c.date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz)))`);
  }
  return conditions;
}

/** List of users, sorted by display name by default. */
export const userList = defineList({
  name: 'user',
  from: 'user_account u',
  alias: 'u',
  columns: (add) => selectUserColumns(add(now({ expiresWith: ['schedule'] }))),
  shape: userRow,
  filters: {
    capabilities: filter(
      'texts',
      ['edit_posts'],
      'Only users with any of these capabilities, such as `edit_posts`. Requires the permission to list users.',
      (names, add) => {
        if (names.length === 0) return null;
        const byRole = `u.role = ANY(${add(listRolesWith(names))}::text[])`;
        return `(${[byRole, ...names.map((name) => `u.extra_capabilities ->> ${add(name)} = 'true'`)].join(' OR ')})`;
      },
    ),
    ids: anyNumber('u.id', 'Only users with one of these IDs.'),
    exclude: noNumber('u.id', 'Excludes the users with these IDs.'),
    slugs: anyText('u.slug', 'Only users with these slugs.'),
  },
  scope: buildScope,
  orders: {
    id: { description: 'By the ID of the user.' },
    include: orderByPosition('ids', 'u.id', 'int', 'The order of `filter.ids`.', { id: true }),
    name: orderByColumn('u.display_name', 'text', 'By the display name of the user.'),
    registered_date: orderByColumn(
      'u.registered_at',
      'timestamptz',
      'By the time when the account was created. Requires the permission to list users.',
    ),
    slug: orderByColumn('u.slug', 'text', 'By the slug.'),
    include_slugs: orderByPosition('slugs', 'u.slug', 'text', 'The order of `filter.slugs`.', { id: true }),
    email: orderByColumn('u.email', 'text', 'By the email address. Requires the permission to list users.'),
    url: orderByColumn('u.url', 'text', "By the URL of the user's website."),
  },
  defaultOrder: ['name', 'asc'],
  examples: [
    { search: 'a', searchesPrivately: true, roles: ['author'], publishedKinds: ['post'] },
    { search: 'a', publishedKinds: 'any' },
  ],
  isRare: true,
});

/** Query of a list of users. */
export type UserQuery = QueryOf<typeof userList>;
/** Sort orders of a list of users. */
export type UserOrder = NonNullable<UserQuery['orderBy']>;
