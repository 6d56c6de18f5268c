import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag } from '#app/core/http/etag.ts';
import type { PageCacheSettings } from '../settings/settings.ts';
import type { CachedResponse } from '../store/cached-response.ts';

/** Cache status in the response header. */
export type Outcome = 'HIT' | 'STALE' | 'MISS' | 'BYPASS';

/** Headers of every cacheable response in addition to its own (1.1). Responses to other origins name these. */
export const sharedHeaders = {
  Vary: 'Accept-Encoding, Cookie, Authorization, X-WP-Nonce, Origin, Accept',
  'Cache-Control': 'max-age=3, must-revalidate',
} as const;

/** Formats a time for the header. */
export function dateOf(storedAt: Date): string {
  return storedAt.toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns the CORS headers, equal to those of fresh responses. */
const forOrigin = (origin: string): string[] => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Allow-Methods',
  'OPTIONS, GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Credentials',
  'true',
];

/** True if the client has the response already. */
function isKnown({ headers }: IncomingMessage, { etag, storedAt }: CachedResponse, { isConditional }: PageCacheSettings): boolean {
  const condition = headers['if-none-match'];
  if (condition !== undefined) return etag !== null && matchesEtag(condition, etag);
  return isConditional && headers['if-modified-since'] === storedAt.toUTCString();
}

/** Sends a cached response unchanged. */
export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  outcome: Outcome,
  settings: PageCacheSettings,
): void {
  const { headers } = request;
  const said = ['X-Page-Cache', outcome];
  if (answer.isForOtherSites && headers.origin !== undefined) said.push(...forOrigin(headers.origin));
  if (settings.isConditional) said.push('Last-Modified', answer.storedAt.toUTCString());
  if (isKnown(request, answer, settings)) {
    response.writeHead(304, [...answer.headers.filter((_text, at) => !isOfBody(answer.headers[at - (at % 2)])), ...said]);
    response.end();
    return;
  }
  const isZipped = answer.gzip !== null && String(headers['accept-encoding'] ?? '').includes('gzip');
  const body = isZipped && answer.gzip ? answer.gzip : answer.body;
  if (isZipped) said.push('Content-Encoding', 'gzip');
  response.writeHead(200, [...answer.headers, 'Content-Length', String(body.length), ...said]);
  response.end(body);
}

const isOfBody = (name: string | undefined): boolean => name?.toLowerCase() === 'content-type';
