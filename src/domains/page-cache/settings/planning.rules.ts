import type { PageCacheSettings } from './settings.ts';

/** Time between enabling the cache and the first collection, which removes expired responses. */
export const FIRST_COLLECTION_SECONDS = 600;
const RECURRENCES = { HOURLY: 3600, TWICEDAILY: 12 * 3600, DAILY: 24 * 3600, WEEKLY: 7 * 24 * 3600 } as const;

type Collection = PageCacheSettings['collection'];

/** Returns the time of the next collection in Unix seconds, or null if responses do not expire. Times of day are in UTC. */
export function computeNextCollection({ mode, time, interval, maxAge }: Collection, at: Date): number | null {
  if (maxAge === 0) return null;
  const seconds = Math.floor(at.getTime() / 1000);
  if (mode === 'INTERVAL') return seconds + (interval || FIRST_COLLECTION_SECONDS);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = Math.floor(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), hours, minutes) / 1000);
  return today > seconds ? today : today + 24 * 3600;
}

/** Returns the time in Unix seconds of the collection that follows the collection at `at`, or null if responses do not expire. */
export function computeFollowingCollection(collection: Collection, at: Date): number | null {
  if (collection.maxAge === 0) return null;
  if (collection.mode === 'INTERVAL') return computeNextCollection(collection, at);
  return Math.floor(at.getTime() / 1000) + RECURRENCES[collection.recurrence];
}

/** Returns the minimum interval between two preloads in minutes for a number of objects. */
export function computeMinPreloadInterval(objects: number): number {
  return objects > 1000 ? 720 : 30;
}
