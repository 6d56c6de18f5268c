import { randomUUID } from 'node:crypto';
import { acquireAdvisoryLock } from '#app/core/db/lock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import { now } from '#app/core/time/clock.ts';
import { readEvent } from '#app/domains/events/event.reader.ts';
import type { Site } from '#app/site.ts';

const KEY_LIFE_MS = 24 * 3_600_000;

/**
 * Creates an event inside the caller's transaction and returns its ID. A repeated call with the same key within a day returns the first event if it
 * still exists.
 */
export async function createOnce(site: Site, tx: Tx, requestKey: string, create: () => Promise<number>): Promise<number> {
  const keyHash = createKeyedHash(site, 'new event', requestKey);
  // waits for a simultaneous call with the same key
  await acquireAdvisoryLock(tx, keyHash);
  const earlier = await tx.idempotencyKey.findUnique({ where: { keyHash }, select: { answer: true } });
  const earlierId = earlier?.answer ? Number(Buffer.from(earlier.answer).toString()) : null;
  if (earlierId !== null && (await readEvent(tx, earlierId))) return earlierId;
  const id = await create();
  const startedAt = now();
  const stored = {
    fingerprint: 'new event',
    attempt: randomUUID(),
    answer: Buffer.from(String(id)),
    startedAt,
    expiresAt: new Date(startedAt.getTime() + KEY_LIFE_MS),
  };
  await tx.idempotencyKey.upsert({ where: { keyHash }, create: { keyHash, ...stored }, update: stored, select: { keyHash: true } });
  return id;
}
