import { type Keeper, type Keepers, withAnyKey } from '#app/core/secrets/keeper.ts';
import { randomBytes } from 'node:crypto';
import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';

/** What the next batch of an import must carry: handed out once, stored only as a keyed hash. */
export function newBatchHash(): string {
  return randomBytes(16).toString('hex');
}

/** The form in which it is stored. */
export function storedBatchHash(site: Keeper, batchHash: string): string {
  return keyedHash(site, 'event import batch', batchHash);
}

/** Whether a batch carries what is expected; never when nothing is. */
export function isExpectedHash(site: Keepers, stored: string | null, batchHash: string): boolean {
  // compared also where nothing is stored, so that both refusals take as long
  return withAnyKey(site, (keeper) => sameText(stored ?? '-'.repeat(64), storedBatchHash(keeper, batchHash))) && stored !== null;
}
