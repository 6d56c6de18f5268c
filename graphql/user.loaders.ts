import type DataLoader from 'dataloader';
import { createLoaderById, createLoaderByQuery, loadRowsInOrder } from '#app/core/batching/grouped-reads.ts';
import type { Row } from '#app/core/db/model.ts';
import type { Site } from '#app/site.ts';
import { loadUsers, type UserRecord } from '#app/domains/identity/users/user.record.ts';

/** Batched reads of users within one request, one statement for each batch. */
export interface UserLoaders {
  /** A user by ID; null for an unknown ID. */
  user: DataLoader<number, UserRecord | null>;
  /** Loads a user for a `prismaField`, with its `query`. Returns null for null and unknown IDs. */
  selectedUser(id: number | null, query: object): Promise<Row<'User'> | null> | null;
}

/** Creates the loaders of one request. */
export function createUserLoaders(site: Site): UserLoaders {
  // not cached, because mutations of the same request may change accounts
  const selected = createLoaderByQuery<number, Row<'User'> | null>(
    'users',
    (userIds, query) => loadRowsInOrder(userIds, (ids) => site.db.prisma.user.findMany({ ...query, where: { id: { in: [...ids] } } })),
    { cache: false },
  );
  return {
    user: createLoaderById('users', (ids) => loadUsers(site, ids)),
    selectedUser: (id, query) => (id === null ? null : selected(id, query)),
  };
}
