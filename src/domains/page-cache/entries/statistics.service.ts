import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { getPageCacheSettings } from '../settings/settings.service.ts';
import { loadEntries, type SizedFacts } from './entries.service.ts';
import { type Bucket, buckets } from './entry.ts';
import { isFresh } from './freshness.rules.ts';

/** Cached responses of one host and path. */
export interface DirectoryCount {
  directory: string;
  /** Age of the newest response in seconds. */
  lowerAge: number;
  files: number;
  /** Age of the oldest response in seconds; null if all have the same age. */
  upperAge: number | null;
}

/** Numbers of fresh and expired responses in a bucket. */
export interface BucketCount {
  name: Bucket;
  /** Number of fresh responses. */
  cached: number;
  expired: number;
  /** Size of all responses in the bucket. */
  bytes: number;
  cachedList: DirectoryCount[];
  expiredList: DirectoryCount[];
}

function countByDirectory(entries: readonly SizedFacts[], at: Date): DirectoryCount[] {
  const ages = new Map<string, number[]>();
  for (const { directory, storedAt } of entries) {
    const age = Math.max(0, Math.floor((at.getTime() - storedAt.getTime()) / 1000));
    ages.set(directory, [...(ages.get(directory) ?? []), age]);
  }
  return [...ages]
    .map(([directory, directoryAges]) => {
      const [lower, upper] = [Math.min(...directoryAges), Math.max(...directoryAges)];
      return { directory, lowerAge: lower, files: directoryAges.length, upperAge: upper === lower ? null : upper };
    })
    .sort((a, b) => (a.directory < b.directory ? -1 : 1));
}

/** Returns the current statistics by bucket (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.4). */
export async function getPageCacheStatistics(site: Site): Promise<{ generatedAt: Date; buckets: BucketCount[] }> {
  const at = now();
  const settings = getPageCacheSettings(site);
  const entries = await loadEntries(site);
  return {
    generatedAt: at,
    buckets: buckets.map((name) => {
      const bucketEntries = entries.filter(({ bucket }) => bucket === name);
      const [cached, expired] = [
        bucketEntries.filter((entry) => isFresh(entry, settings, at.getTime())),
        bucketEntries.filter((entry) => !isFresh(entry, settings, at.getTime())),
      ];
      return {
        name,
        cached: cached.length,
        expired: expired.length,
        bytes: bucketEntries.reduce((sum, { size }) => sum + size, 0),
        cachedList: countByDirectory(cached, at),
        expiredList: countByDirectory(expired, at),
      };
    }),
  };
}
