import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag } from '#app/core/http/etag.ts';
import type { PageCacheSettings } from '../settings/settings.ts';
import type { CachedResponse } from '../store/cached-response.ts';

/** Cache status in the response header. */
export type Outcome = 'HIT' | 'STALE' | 'MISS' | 'BYPASS';

/** Headers that every cacheable response has in addition to its own (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.1). */
export const sharedHeaders = {
  Vary: 'Accept-Encoding, Cookie, Authorization, X-WP-Nonce, Origin, Accept',
  'Cache-Control': 'max-age=3, must-revalidate',
} as const;

/** Formats a time as `YYYY-MM-DD HH:MM:SS` in UTC, for the header `X-Page-Cache-Date`. */
export function formatCacheDate(storedAt: Date): string {
  return storedAt.toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns the CORS headers, equal to those of fresh responses. */
const buildCorsHeaders = (origin: string): string[] => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Allow-Methods',
  'OPTIONS, GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Credentials',
  'true',
];

/** True if the conditional headers of the request match the response. */
function hasCurrentVersion(
  { headers }: IncomingMessage,
  { etag, storedAt }: CachedResponse,
  { isConditional }: PageCacheSettings,
): boolean {
  const condition = headers['if-none-match'];
  if (condition !== undefined) return etag !== null && matchesEtag(condition, etag);
  return isConditional && headers['if-modified-since'] === storedAt.toUTCString();
}

/** Sends a cached response, or 304 if the client has the current version. */
export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  outcome: Outcome,
  settings: PageCacheSettings,
): void {
  const { headers } = request;
  const extraHeaders = ['X-Page-Cache', outcome];
  if (cached.sendsCors && headers.origin !== undefined) extraHeaders.push(...buildCorsHeaders(headers.origin));
  if (settings.isConditional) extraHeaders.push('Last-Modified', cached.storedAt.toUTCString());
  if (hasCurrentVersion(request, cached, settings)) {
    response.writeHead(304, [
      ...cached.headers.filter((_text, index) => !isBodyHeader(cached.headers[index - (index % 2)])),
      ...extraHeaders,
    ]);
    response.end();
    return;
  }
  const isGzipped = cached.gzip !== null && String(headers['accept-encoding'] ?? '').includes('gzip');
  const body = isGzipped && cached.gzip ? cached.gzip : cached.body;
  if (isGzipped) extraHeaders.push('Content-Encoding', 'gzip');
  response.writeHead(200, [...cached.headers, 'Content-Length', String(body.length), ...extraHeaders]);
  response.end(body);
}

const isBodyHeader = (name: string | undefined): boolean => name?.toLowerCase() === 'content-type';
