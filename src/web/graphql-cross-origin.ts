import type { FastifyRequest } from 'fastify';

/** Headers of responses that pages of other sites may read. */
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

/** Pages of other sites may ask, but not as the user who is signed in here: the CORS options of Yoga. */
export const crossOrigin = { origin: '*', credentials: false, exposedHeaders: EXPOSED };

/** The same as headers of a response. */
export function crossOriginHeaders({ headers: { origin } }: FastifyRequest): Record<string, string> {
  if (origin === undefined) return {};
  return { 'Access-Control-Allow-Origin': origin, Vary: 'Origin', 'Access-Control-Expose-Headers': EXPOSED.join(', ') };
}
