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
  /** Page whose views are counted; null for responses of the API. */
  view: ViewedPage | null;
  /** True if CORS headers are sent. Only responses of the API have them. */
  sendsCors: boolean;
  /** Tables on which the response depends. If one of them changes after `tick`, the response is outdated. */
  tables: readonly string[];
  tick: number;
  /** Time (milliseconds) at which the response becomes outdated although nothing was written. */
  until: number;
  /** Size in bytes that counts toward the limit of the cache. */
  size: number;
}

/** Approximate overhead of a response in bytes. */
const OVERHEAD_BYTES = 1000;

/** Returns the memory size of a response in bytes. */
export function computeSize({ body, gzip, headers, url }: Pick<CachedResponse, 'body' | 'gzip' | 'headers' | 'url'>): number {
  return OVERHEAD_BYTES + body.length + (gzip?.length ?? 0) + url.length + headers.reduce((sum, text) => sum + text.length, 0);
}
