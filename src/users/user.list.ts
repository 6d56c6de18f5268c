import type { Page } from '../core/page.ts';
import type { Role } from '../auth/roles.ts';
import type { Prisma } from '#db';
import type { Site } from '../site.ts';
import { loadUsers, type UserRecord } from './user.record.ts';

/** Which users, and which of their pages; what is left out does not narrow. */
export interface UserListQuery {
  /** From 1. */
  page: number;
  perPage: number;
  /** Part of the login name, e-mail address, shown name or slug. */
  search?: string | undefined;
  roles?: readonly Role[] | undefined;
  ids?: readonly number[] | undefined;
  slugs?: readonly string[] | undefined;
}

/** One page of the users in order of their shown names, with the number of all that fit. */
export async function listUsers(site: Site, query: UserListQuery): Promise<Page<UserRecord>> {
  const where = conditionsOf(query);
  const [total, rows] = await Promise.all([
    site.db.prisma.user.count({ where }),
    site.db.prisma.user.findMany({
      where,
      select: { id: true },
      orderBy: [{ displayName: 'asc' }, { id: 'asc' }],
      skip: (query.page - 1) * query.perPage,
      take: query.perPage,
    }),
  ]);
  const users = new Map(
    (rows.length === 0
      ? []
      : await loadUsers(
          site,
          rows.map((row) => row.id),
        )
    ).map((user) => [user.id, user]),
  );
  return { nodes: rows.flatMap(({ id }) => users.get(id) ?? []), total, totalPages: Math.ceil(total / query.perPage) };
}

function conditionsOf({ search, roles, ids, slugs }: UserListQuery): Prisma.UserWhereInput {
  const words = search?.replaceAll('\0', '').trim() ?? '';
  // Prisma passes LIKE's signs on as they are
  const part = { contains: words.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const;
  return {
    ...(roles && { role: { in: [...roles] } }),
    ...(ids && { id: { in: [...ids] } }),
    ...(slugs && { slug: { in: [...slugs] } }),
    ...(words !== '' && { OR: [{ login: part }, { email: part }, { displayName: part }, { slug: part }] }),
  };
}
