import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * Where a request came from: what the trusted proxies say in `X-Forwarded-For`, otherwise its own peer. `X-Real-IP` counts only where every peer
 * is a proxy and says nothing else: a proxy that writes the one passes the other on as its visitor wrote it.
 */
export function clientAddress(request: FastifyRequest, trustProxy: Config['trustProxy']): string {
  const isSaidAlone = typeof trustProxy === 'number' && request.headers['x-forwarded-for'] === undefined;
  const real = isSaidAlone ? request.headers['x-real-ip'] : undefined;
  return typeof real === 'string' && isIP(real.trim()) !== 0 ? real.trim() : request.ip;
}
