import { randomBytes } from 'node:crypto';
import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** What the next batch of an import must carry: handed out once, stored only as a keyed hash. */
export function newBatchHash(): string {
  return randomBytes(16).toString('hex');
}

/** The form in which it is stored. */
export function storedBatchHash(site: Pick<Site, 'secretKey'>, batchHash: string): string {
  return keyedHash(site, 'event import batch', batchHash);
}

/** Whether a batch carries what is expected; never when nothing is. */
export function isExpectedHash(site: Pick<Site, 'secretKey'>, stored: string | null, batchHash: string): boolean {
  // compared also where nothing is stored, so that both refusals take as long
  return sameText(stored ?? '-'.repeat(64), storedBatchHash(site, batchHash)) && stored !== null;
}
