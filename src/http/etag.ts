import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Longer bodies are not worth reading once more. */
const LONGEST = 1024 * 1024;

function matches(condition: string, etag: string): boolean {
  return condition.trim() === '*' || condition.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2));
}

/** Gives answers to GET below these paths a weak ETag, and answers 304 to whoever has the same already. */
export function mountEtags(app: FastifyInstance, isFace: (url: string) => boolean): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole =
      request.method === 'GET' &&
      reply.statusCode === 200 &&
      typeof payload === 'string' &&
      payload.length > 0 &&
      payload.length <= LONGEST;
    if (!isWhole || !isFace(request.url) || reply.hasHeader('etag') || !String(reply.getHeader('content-type')).includes('json'))
      return done(null, payload);
    const etag = `W/"${hash('sha1', payload, 'base64url')}"`;
    void reply.header('ETag', etag);
    const condition = request.headers['if-none-match'];
    if (condition === undefined || !matches(condition, etag)) return done(null, payload);
    void reply.status(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}
