import type { FastifyInstance } from 'fastify';
import { createWeakEtag, matchesEtag } from '../core/http/etag.ts';

/** Adds weak ETags to JSON responses of GET requests to URLs for which `isApi` is true. Responds 304 if the client's copy is current. */
export function mountEtags(app: FastifyInstance, isApi: (url: string) => boolean): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const etag = request.method === 'GET' && reply.statusCode === 200 && typeof payload === 'string' ? createWeakEtag(payload) : null;
    if (etag === null || !isApi(request.url) || reply.hasHeader('etag') || !String(reply.getHeader('content-type')).includes('json'))
      return done(null, payload);
    void reply.header('ETag', etag);
    const condition = request.headers['if-none-match'];
    if (condition === undefined || !matchesEtag(condition, etag)) return done(null, payload);
    void reply.status(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}
