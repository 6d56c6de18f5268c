import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';
import { sendErrorPage } from './pages/layout.ts';
import { refuseRest, type RestHttpOptions } from '../rest/http/http.ts';
import type { Site } from '../site.ts';

/** Answers requests that reach no route: addresses that cannot be decoded, methods that nothing takes. */
export interface Unserved {
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** From now on they are answered as REST below its root, and as a page elsewhere; before, as not found. */
  connect: (http: FastifyInstance, site: Site, rest: RestHttpOptions) => void;
}

/** Made before the instance, because addresses that cannot be decoded are none of its routes' business. */
export function unservedRequests(): Unserved {
  let connected: { site: Site; rest: RestHttpOptions } | null = null;
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!connected) return reply.status(404).send();
    const { site, rest } = connected;
    const path = request.url.split('?', 1)[0] ?? '';
    if (path === rest.restRoot || path.startsWith(`${rest.restRoot}/`)) {
      return refuseRest(
        rest,
        request,
        reply,
        new Failure('route_not_found', 404, 'No route was found matching the URL and request method.'),
      );
    }
    return await sendErrorPage(reply, site, null, { status: 404, title: 'Not found', message: 'There is nothing at this address.' });
  };
  return {
    answer,
    connect(http, site, rest) {
      connected = { site, rest };
      http.setNotFoundHandler(answer);
    },
  };
}
