import { acquireAdvisoryLock } from '#app/core/db/lock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { findStoredId, storeId } from '#app/core/idempotency/idempotency-store.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import { readEvent } from '#app/domains/events/event.reader.ts';
import type { Site } from '#app/site.ts';

const KIND = 'new event';

/**
 * Creates an event inside the caller's transaction and returns its ID. A repeated call with the same key within a day returns the first event if it
 * still exists.
 */
export async function createOnce(site: Site, tx: Tx, requestKey: string, create: () => Promise<number>): Promise<number> {
  const keyHash = createKeyedHash(site, KIND, requestKey);
  // waits for a simultaneous call with the same key
  await acquireAdvisoryLock(tx, keyHash);
  const earlierId = await findStoredId(tx, keyHash);
  if (earlierId !== null && (await readEvent(tx, earlierId))) return earlierId;
  const id = await create();
  await storeId(tx, keyHash, KIND, id);
  return id;
}
