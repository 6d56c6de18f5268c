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
  sendsCors: boolean;
  /** Tables on which the response depends, in their state at `tick`. */
  tables: readonly string[];
  tick: number;
  /** Time (milliseconds) at which the response changes without a write. */
  until: number;
  /** Size that counts towards the limit, in bytes. */
  size: number;
}

/** Approximate overhead of a response in bytes. */
const OVERHEAD_BYTES = 1000;

/** Returns the memory size of a response in bytes. */
export function computeSize({ body, gzip, headers, url }: Pick<CachedResponse, 'body' | 'gzip' | 'headers' | 'url'>): number {
  return OVERHEAD_BYTES + body.length + (gzip?.length ?? 0) + url.length + headers.reduce((sum, text) => sum + text.length, 0);
}
