import type { Keeper } from '#app/core/secrets/keeper.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';

/** What a consent is bound with to the one before it: nobody can change, remove or reorder consents without the key and not be noticed. */
export function chainLink(site: Keeper, before: string, position: number, digest: string): string {
  return keyedHash(site, 'consent log link', `${before}\0${position}\0${digest}`);
}

/** Consents that were deleted, as the mark in their place says it. */
export interface RemovalMark {
  fromPosition: number;
  toPosition: number;
  link: string;
  reason: string;
  removedAt: Date;
}

/** The keyed hash that a mark carries. */
export function removalSeal(site: Keeper, { fromPosition, toPosition, link, reason, removedAt }: RemovalMark): string {
  return keyedHash(site, 'consent log removal', [fromPosition, toPosition, link, reason, removedAt.toISOString()].join('\0'));
}

/** A revision from which an address was erased. */
export interface ErasedRevision {
  part: string;
  hash: string;
  digest: string;
  /** What is left of its text. */
  json: string;
}

/** The keyed hash that vouches for the text of a revision from which an address was erased. */
export function erasureSeal(site: Keeper, { part, hash, digest, json }: ErasedRevision): string {
  return keyedHash(site, 'consent revision erasure', [part, hash, digest, json].join('\0'));
}
