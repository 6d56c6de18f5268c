import { nowUntil } from '#app/core/time/clock.ts';
import type { Add } from '#app/core/db/keyset.ts';
import type { OrderKey } from '#app/core/db/keyset.ts';
import { type Role, rolesWith } from '../auth/roles.ts';

/** What users a list holds; what is left out does not narrow. */
export interface UserConditions {
  /** Part of the shown name or slug, with `searchesPrivately` also of the login name or e-mail address. */
  search?: string | undefined;
  searchesPrivately?: boolean | undefined;
  roles?: readonly Role[] | undefined;
  /** Users who have any of these, by their role or given to them. */
  capabilities?: readonly string[] | undefined;
  ids?: readonly number[] | undefined;
  excludedIds?: readonly number[] | undefined;
  slugs?: readonly string[] | undefined;
  /** Only those with something published, of these kinds; `any` = of whatever kind. */
  publishedKinds?: readonly string[] | 'any' | undefined;
}

/** What a list of users may be ordered by. */
export type UserOrder = 'id' | 'include' | 'name' | 'registered_date' | 'slug' | 'include_slugs' | 'email' | 'url';

/** The conditions of a list on the row `u`, joined by AND. */
export function userConditions(query: UserConditions, add: Add): string {
  const { roles, capabilities, ids, excludedIds, slugs, publishedKinds } = query;
  const words = query.search?.replaceAll('\0', '').trim() ?? '';
  const all = ['true'];
  if (words !== '') {
    const pattern = add(`%${words.replace(/[\\%_]/g, '\\$&')}%`);
    const columns = query.searchesPrivately ? ['login', 'email', 'display_name', 'slug'] : ['display_name', 'slug'];
    all.push(`(${columns.map((column) => `u.${column} ILIKE ${pattern}`).join(' OR ')})`);
  }
  if (roles) all.push(`u.role = ANY(${add(roles)}::text[])`);
  if (capabilities?.length) {
    const ofRole = `u.role = ANY(${add(rolesWith(capabilities))}::text[])`;
    all.push(`(${[ofRole, ...capabilities.map((name) => `u.extra_capabilities ->> ${add(name)} = 'true'`)].join(' OR ')})`);
  }
  if (ids?.length) all.push(`u.id = ANY(${add(ids)}::int[])`);
  if (excludedIds?.length) all.push(`u.id <> ALL(${add(excludedIds)}::int[])`);
  if (slugs?.length) all.push(`u.slug = ANY(${add(slugs)}::text[])`);
  if (publishedKinds) {
    const kinds = publishedKinds === 'any' ? '' : `AND c.kind = ANY(${add(publishedKinds)}::text[]) `;
    all.push(`EXISTS (SELECT 1 FROM content c WHERE c.author_id = u.id ${kinds}AND (c.status = 'publish'
      OR (c.status = 'future' AND c.date_utc <= ${add(nowUntil('schedule'))}::timestamptz)))`);
  }
  return all.join(' AND ');
}

const columnOf = { name: 'display_name', registered_date: 'registered_at', slug: 'slug', email: 'email', url: 'url' } as const;

/** What the rows of a list are ordered by; equal rows follow their ids. */
export function userOrder(
  { orderBy = 'name', order = 'asc', ids, slugs }: UserConditions & { orderBy?: UserOrder | undefined; order?: 'asc' | 'desc' | undefined },
  add: Add,
): OrderKey[] {
  const direction = order === 'desc' ? 'DESC' : 'ASC';
  const id: OrderKey = { sql: 'u.id', type: 'int', direction };
  if (orderBy === 'id') return [id];
  if (orderBy === 'include')
    return [{ sql: `array_position(${add(ids ?? [])}::int[], u.id)`, type: 'int', direction: 'ASC', isNullable: true }, id];
  if (orderBy === 'include_slugs')
    return [{ sql: `array_position(${add(slugs ?? [])}::text[], u.slug)`, type: 'int', direction: 'ASC', isNullable: true }, id];
  return [{ sql: `u.${columnOf[orderBy]}`, type: orderBy === 'registered_date' ? 'timestamptz' : 'text', direction }, id];
}
