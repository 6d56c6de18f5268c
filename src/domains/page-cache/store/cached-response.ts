import type { ViewedPage } from '#app/core/caching/viewed-page.ts';
import type { EntryFacts } from '../entries/entry.ts';

/** A cached response, ready to send. */
export interface CachedResponse extends EntryFacts {
  url: string;
  /** Alternating names and values, without headers that depend on the time or the caller. */
  headers: readonly string[];
  body: Buffer;
  gzip: Buffer | null;
  etag: string | null;
  /** Page to count views for; null for responses of the API. */
  view: ViewedPage | null;
  /** True if CORS headers are sent: only for responses of the API. */
  isForOtherSites: boolean;
  /** Tables that it depends on, in their state at `tick`. */
  tables: readonly string[];
  tick: number;
  /** Time (milliseconds) at which it expires. */
  until: number;
  /** Size that counts towards the limit, in bytes. */
  size: number;
}

/** Approximate overhead of a response in bytes. */
const OVERHEAD = 1000;

/** Returns the memory size of a response in bytes. */
export function sizeOf({ body, gzip, headers, url }: Pick<CachedResponse, 'body' | 'gzip' | 'headers' | 'url'>): number {
  return OVERHEAD + body.length + (gzip?.length ?? 0) + url.length + headers.reduce((sum, one) => sum + one.length, 0);
}
