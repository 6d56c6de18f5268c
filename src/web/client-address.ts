import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * Returns the address of a request's sender: from `X-Forwarded-For` of trusted proxies, else that of the peer. `X-Real-IP` counts only if every peer is a
 * trusted proxy and no `X-Forwarded-For` was sent, because proxies that write one header pass the other on unchecked.
 */
export function clientAddress(request: FastifyRequest, trustProxy: Config['trustProxy']): string {
  const isSaidAlone = typeof trustProxy === 'number' && request.headers['x-forwarded-for'] === undefined;
  const real = isSaidAlone ? request.headers['x-real-ip'] : undefined;
  return typeof real === 'string' && isIP(real.trim()) !== 0 ? real.trim() : request.ip;
}
