import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failures/failure.ts';
import { sayTo } from './pages/language.ts';
import { sendErrorPage } from './pages/layout.ts';
import type { Site } from '../site.ts';

/** The REST API, which sends its own errors below its root. */
export interface RefusedByRest {
  root: string;
  refuse: (request: FastifyRequest, reply: FastifyReply, failure: Failure) => FastifyReply;
}

/** Handles requests that reach no route: undecodable addresses and unsupported methods. */
export interface Unserved {
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** Afterwards such requests receive an error of REST below its root, and a page elsewhere; before that, a plain 404. */
  connect: (http: FastifyInstance, site: Site, rest: RefusedByRest) => void;
}

/** Creates the handler before the Fastify instance, because undecodable addresses never reach its routes. */
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
