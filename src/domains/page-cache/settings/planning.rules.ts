import type { PageCacheSettings } from './settings.ts';

/** After the cache was switched on. */
export const FIRST_COLLECTION_SECONDS = 600;
const RECURRENCES = { HOURLY: 3600, TWICEDAILY: 12 * 3600, DAILY: 24 * 3600, WEEKLY: 7 * 24 * 3600 } as const;

type Collection = PageCacheSettings['collection'];

/** When expired responses are removed next, in Unix seconds; null when they never are. Times of the day are those of UTC. */
export function nextCollection({ mode, time, interval, maxAge }: Collection, at: Date): number | null {
  if (maxAge === 0) return null;
  const seconds = Math.floor(at.getTime() / 1000);
  if (mode === 'INTERVAL') return seconds + (interval || FIRST_COLLECTION_SECONDS);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = Math.floor(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), hours, minutes) / 1000);
  return today > seconds ? today : today + 24 * 3600;
}

/** When they are removed after that. */
export function followingCollection(collection: Collection, at: Date): number | null {
  if (collection.maxAge === 0) return null;
  if (collection.mode === 'INTERVAL') return nextCollection(collection, at);
  return Math.floor(at.getTime() / 1000) + RECURRENCES[collection.recurrence];
}

/** The shortest time between two runs of the preload that is worth it, in minutes. */
export function leastPreloadInterval(objects: number): number {
  return objects > 1000 ? 720 : 30;
}
