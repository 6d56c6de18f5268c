import type { FastifyRequest } from 'fastify';

/** Response headers that pages of other sites may read. */
const EXPOSED = [
  'ETag',
  'Link',
  'Location',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'X-Page-Cache',
  'X-Request-Id',
  'X-WP-Nonce',
];

/** CORS options of Yoga. Pages of other sites may send requests, but not with the session of a user. */
export const crossOrigin = { origin: '*', credentials: false, exposedHeaders: EXPOSED };

/** Returns the CORS options as headers of the response to a request. */
export function createCrossOriginHeaders({ headers: { origin } }: FastifyRequest): Record<string, string> {
  if (origin === undefined) return {};
  return { 'Access-Control-Allow-Origin': origin, Vary: 'Origin', 'Access-Control-Expose-Headers': EXPOSED.join(', ') };
}
