import { type KeyOwner, type SiteWithKeys, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import { randomBytes } from 'node:crypto';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';

/** Creates the secret that the next batch must contain as `batchHash`. It is returned once and stored only as a keyed hash. */
export function createBatchSecret(): string {
  return randomBytes(16).toString('hex');
}

/** Returns the keyed hash of the secret, which is stored instead of the secret. */
export function hashBatchSecret(site: KeyOwner, secret: string): string {
  return createKeyedHash(site, 'event import batch', secret);
}

/** True if the batch has the expected secret; false if none is expected. */
export function isExpectedBatchSecret(site: SiteWithKeys, storedHash: string | null, secret: string): boolean {
  // compares even if nothing is stored, so that the timing is the same
  return (
    matchesAnyKey(site, (keyOwner) => areEqualInConstantTime(storedHash ?? '-'.repeat(64), hashBatchSecret(keyOwner, secret))) &&
    storedHash !== null
  );
}
