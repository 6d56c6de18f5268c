import type { Keeper } from '#app/core/secrets/keeper.ts';
import { answer, type Answered } from '#app/core/db/columns.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';

/** An entry as it is hashed: JSON as the database writes it, which is the same in both databases. */
export const hashedEntry = answer({
  id: 'text',
  at: 'timestamptz?',
  action: 'text?',
  subject: 'text?',
  actorId: 'int?',
  credential: 'text?',
  requestId: 'text?',
  face: 'text?',
  operation: 'text?',
  rowKey: 'text?',
  before: 'text?',
  after: 'text?',
  erased: 'bool?',
});
export type HashedEntry = Answered<typeof hashedEntry>;

/** What `hashedEntry` reads of `audit_entry` as `e`. */
export const hashedColumns = `e.at, e.action, e.subject, e.actor_id AS "actorId", e.credential, e.request_id AS "requestId", e.face, e.operation,
  e.row_key AS "rowKey", e.before::text AS before, e.after::text AS after, e.erased`;

/** Stands for an entry that was gone before it was sealed. */
export const MISSING = 'missing';

/** Keyed hashes of an entry: of what stays, and of what an erasure may take away. */
export function digestOf(site: Keeper, entry: HashedEntry): { stays: string; erasable: string } {
  if (entry.at === null) return { stays: MISSING, erasable: MISSING };
  const { id, at, action, subject, actorId, credential, requestId, face, operation, rowKey, before, after } = entry;
  const stays = [id, at.toISOString(), action, subject, actorId, credential, requestId, face, operation];
  return {
    stays: keyedHash(site, 'audit entry', JSON.stringify(stays)),
    erasable: keyedHash(site, 'audit values', JSON.stringify([id, rowKey, before, after])),
  };
}

/** What a seal says. */
export interface Seal {
  position: number;
  at: Date;
  entryIds: readonly string[];
  digests: readonly string[];
}

/** The link of a seal: it holds the one before it. */
export function linkOf(site: Keeper, { position, at, entryIds, digests }: Seal, before: string): string {
  return keyedHash(site, 'audit seal', JSON.stringify([position, before, at.toISOString(), entryIds, digests]));
}
