import type { PageType } from '../settings/settings.ts';

/** `anonymous` = requested without a query by an unknown visitor; `visitor` = all others. */
export type Bucket = 'anonymous' | 'visitor';
export const buckets = ['anonymous', 'visitor'] as const satisfies readonly Bucket[];

/** Facts about a cached response. */
export interface EntryFacts {
  key: string;
  bucket: Bucket;
  /** Host and path, without scheme and final slash. */
  directory: string;
  objectId: number | null;
  pageType: PageType;
  storedAt: Date;
}
