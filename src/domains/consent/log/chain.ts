import type { ConsentRemoval } from '#db';
import type { KeyOwner } from '#app/core/secrets/key-owner.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';

/** Returns the keyed hash that links a consent to the previous one. Without the key, no one can change, remove or reorder consents unnoticed. */
export function computeChainLink(site: KeyOwner, previousLink: string, position: number, digest: string): string {
  return createKeyedHash(site, 'consent log link', `${previousLink}\0${position}\0${digest}`);
}

/** Mark that replaces deleted consents in the log: their first and last position, and the link of the last one. */
export type RemovalMark = Pick<ConsentRemoval, 'fromPosition' | 'toPosition' | 'link' | 'reason' | 'removedAt'>;

/** Returns the keyed hash of a removal mark. */
export function computeRemovalSeal(site: KeyOwner, { fromPosition, toPosition, link, reason, removedAt }: RemovalMark): string {
  return createKeyedHash(site, 'consent log removal', [fromPosition, toPosition, link, reason, removedAt.toISOString()].join('\0'));
}

/** A revision from which a person's email address was erased. */
export interface ErasedRevision {
  /** `dependent` or `independent`. */
  part: string;
  hash: string;
  digest: string;
  /** JSON after the erasure. */
  json: string;
}

/** Returns the keyed hash that proves that this site erased an email address from a revision. */
export function computeErasureSeal(site: KeyOwner, { part, hash, digest, json }: ErasedRevision): string {
  return createKeyedHash(site, 'consent revision erasure', [part, hash, digest, json].join('\0'));
}
