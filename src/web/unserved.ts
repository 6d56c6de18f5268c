import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failures/failure.ts';
import { sayTo } from './pages/language.ts';
import { sendErrorPage } from './pages/layout.ts';
import type { Site } from '../site.ts';

/** The API that responds below its root in its own way. */
export interface RefusedByRest {
  root: string;
  refuse: (request: FastifyRequest, reply: FastifyReply, failure: Failure) => FastifyReply;
}

/** Handles requests that reach no route: addresses that cannot be decoded, methods that nothing takes. */
export interface Unserved {
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** From now on they are served as REST below its root, and as a page elsewhere; before, as not found. */
  connect: (http: FastifyInstance, site: Site, rest: RefusedByRest) => void;
}

/** Made before the instance, because addresses that cannot be decoded never reach its routes. */
export function unservedRequests(): Unserved {
  let connected: { site: Site; rest: RefusedByRest } | null = null;
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!connected) return reply.status(404).send();
    const { site, rest } = connected;
    const path = request.url.split('?', 1)[0] ?? '';
    if (path === rest.root || path.startsWith(`${rest.root}/`)) {
      const failure = new Failure('route_not_found', 404, 'No route was found matching the URL and request method.');
      return rest.refuse(request, reply, failure);
    }
    const say = sayTo(site, request);
    return await sendErrorPage(reply, site, null, { status: 404, title: say('failure.404'), message: say('failure.noPage') });
  };
  return {
    answer,
    connect(http, site, rest) {
      connected = { site, rest };
      http.setNotFoundHandler(answer);
    },
  };
}
