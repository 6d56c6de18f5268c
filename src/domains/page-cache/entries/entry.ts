import type { PageType } from '../settings/settings.ts';

/** Part of the cache: `anonymous` for responses to requests without a query, `visitor` for all others. */
export type Bucket = 'anonymous' | 'visitor';
export const buckets = ['anonymous', 'visitor'] as const satisfies readonly Bucket[];

/** Facts about an entry of the cache, that is, a cached response. */
export interface EntryFacts {
  /** Hexadecimal hash of the cache key. */
  key: string;
  bucket: Bucket;
  /** Host and path, without scheme and final slash. */
  directory: string;
  objectId: number | null;
  pageType: PageType;
  storedAt: Date;
}
