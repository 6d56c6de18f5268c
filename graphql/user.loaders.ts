import type DataLoader from 'dataloader';
import { readsById } from '#app/core/batching/grouped-reads.ts';
import type { Site } from '#app/site.ts';
import { loadUsers, type UserRecord } from '#app/domains/identity/users/user.record.ts';

/** Batched reads of users within one request: one statement for all that are asked for at a time. */
export interface UserLoaders {
  /** A user by id; null when none exists. */
  user: DataLoader<number, UserRecord | null>;
}

/** The loaders of one request. */
export function createUserLoaders(site: Site): UserLoaders {
  return {
    user: readsById('users', (ids) => loadUsers(site, ids)),
  };
}
