import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * Returns the IP address of a request's sender: from `X-Forwarded-For` of trusted proxies, or else the address of the peer. `X-Real-IP` is used only
 * if every peer is a trusted proxy and no `X-Forwarded-For` was sent, because a proxy that sets only one of these headers forwards the other
 * unchecked.
 */
export function getClientIp(request: FastifyRequest, trustProxy: Config['trustProxy']): string {
  const isOnlySource = typeof trustProxy === 'number' && request.headers['x-forwarded-for'] === undefined;
  const realIp = isOnlySource ? request.headers['x-real-ip'] : undefined;
  return typeof realIp === 'string' && isIP(realIp.trim()) !== 0 ? realIp.trim() : request.ip;
}
