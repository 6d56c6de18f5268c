import type { KeyOwner } from '#app/core/secrets/key-owner.ts';
import { rowShape, type ShapedRow } from '#app/core/db/columns.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';

/**
 * Columns of an entry that sealing and verification read. All of them except `erased` are hashed. JSON values are hashed as the strings that the
 * database returns. All columns except `id` are null if the entry no longer exists.
 */
export const hashedEntry = rowShape({
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
export type HashedEntry = ShapedRow<typeof hashedEntry>;

/** SQL of the columns of `hashedEntry` except `id`, for `audit_entry e`. */
export const hashedColumns = `e.at, e.action, e.subject, e.actor_id AS "actorId", e.credential, e.request_id AS "requestId", e.face, e.operation,
  e.row_key AS "rowKey", e.before::text AS before, e.after::text AS after, e.erased`;

/** Digest of an entry that was deleted before it was sealed. */
export const MISSING = 'missing';

/** Returns two keyed hashes of an entry: one of the permanent columns, one of the values that an erasure may remove. */
export function digestEntry(site: KeyOwner, entry: HashedEntry): { permanent: string; erasable: string } {
  if (entry.at === null) return { permanent: MISSING, erasable: MISSING };
  const { id, at, action, subject, actorId, credential, requestId, face, operation, rowKey, before, after } = entry;
  const permanentValues = [id, at.toISOString(), action, subject, actorId, credential, requestId, face, operation];
  return {
    permanent: createKeyedHash(site, 'audit entry', JSON.stringify(permanentValues)),
    erasable: createKeyedHash(site, 'audit values', JSON.stringify([id, rowKey, before, after])),
  };
}

/** One seal: a list of entries with their digests. */
export interface Seal {
  /** Position in the chain of seals, from 1. */
  position: number;
  at: Date;
  entryIds: readonly string[];
  /** The two hashes of each entry (`digestEntry`), separated by a space. */
  digests: readonly string[];
}

/** Returns the link of a seal: a hash of the seal and of the link of the previous seal, so that the seals form a chain. */
export function computeLink(site: KeyOwner, { position, at, entryIds, digests }: Seal, previousLink: string): string {
  return createKeyedHash(site, 'audit seal', JSON.stringify([position, previousLink, at.toISOString(), entryIds, digests]));
}
