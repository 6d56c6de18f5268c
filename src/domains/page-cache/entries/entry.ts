import type { PageType } from '../settings/settings.ts';

/** Asked without a query by a visitor of whom nothing is known, or anything else. */
export type Bucket = 'anonymous' | 'visitor';
export const buckets = ['anonymous', 'visitor'] as const satisfies readonly Bucket[];

/** What is known of a kept response in addition to its bytes. */
export interface EntryFacts {
  key: string;
  bucket: Bucket;
  /** Host and path, without scheme and final slash. */
  directory: string;
  objectId: number | null;
  pageType: PageType;
  storedAt: Date;
}
