import { type KeyOwner, type KeyOwners, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import { randomBytes } from 'node:crypto';
import { keyedHash, areEqualTexts } from '#app/core/secrets/keyed-hash.ts';

/** Creates the secret that the next batch must contain. It is returned once and stored only as a keyed hash. */
export function createBatchHash(): string {
  return randomBytes(16).toString('hex');
}

/** Returns the keyed hash of the secret, which is stored instead of the secret. */
export function toStoredBatchHash(site: KeyOwner, batchHash: string): string {
  return keyedHash(site, 'event import batch', batchHash);
}

/** True if the batch has the expected secret; false if none is expected. */
export function isExpectedHash(site: KeyOwners, stored: string | null, batchHash: string): boolean {
  // compares even if nothing is stored, so that the timing is the same
  return matchesAnyKey(site, (keeper) => areEqualTexts(stored ?? '-'.repeat(64), toStoredBatchHash(keeper, batchHash))) && stored !== null;
}
