import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * Returns the address of a request's sender: from `X-Forwarded-For` of trusted proxies, else that of the peer. `X-Real-IP` is used only if every peer is a
 * trusted proxy and no `X-Forwarded-For` was sent. A proxy that sets one of these headers passes the other on unchecked.
 */
export function getClientIp(request: FastifyRequest, trustProxy: Config['trustProxy']): string {
  const isOnlySource = typeof trustProxy === 'number' && request.headers['x-forwarded-for'] === undefined;
  const realIp = isOnlySource ? request.headers['x-real-ip'] : undefined;
  return typeof realIp === 'string' && isIP(realIp.trim()) !== 0 ? realIp.trim() : request.ip;
}
