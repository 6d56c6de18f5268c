import type { ViewedPage } from '#app/core/caching/viewed-page.ts';
import type { EntryFacts } from '../entries/entry.ts';

/** A response, ready to be sent. */
export interface KeptAnswer extends EntryFacts {
  url: string;
  /** Names and values in turn, as they are written; what depends on the moment or on the caller is not among them. */
  headers: readonly string[];
  body: Buffer;
  gzip: Buffer | null;
  etag: string | null;
  /** What its visitors look at; null for responses of the interface. */
  view: ViewedPage | null;
  /** Responses of the interface say to pages of other sites that they may read them. */
  isForOtherSites: boolean;
  /** Tables that it was made of, as they were at this tick. */
  tables: readonly string[];
  tick: number;
  /** From this moment on (milliseconds) time itself has changed it. */
  until: number;
  /** Bytes that are counted. */
  size: number;
}

/** What a response takes in addition to its bytes, roughly. */
const OVERHEAD = 1000;

/** The bytes for which a response counts in memory. */
export function sizeOf({ body, gzip, headers, url }: Pick<KeptAnswer, 'body' | 'gzip' | 'headers' | 'url'>): number {
  return OVERHEAD + body.length + (gzip?.length ?? 0) + url.length + headers.reduce((sum, one) => sum + one.length, 0);
}
