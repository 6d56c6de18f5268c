import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failures/failure.ts';
import { getTextsForRequest } from './pages/language.ts';
import { sendErrorPage } from './pages/layout.ts';
import type { Site } from '../site.ts';

/** The REST API, which sends its own errors below its root. */
export interface RestErrorHandler {
  root: string;
  refuse: (request: FastifyRequest, reply: FastifyReply, failure: Failure) => FastifyReply;
}

/** Handles requests that reach no route, such as requests with undecodable URLs or unsupported methods. */
export interface UnservedRequestHandler {
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /**
   * After this call, such requests get an error of the REST API below its root, and an error page elsewhere. Before, they get a 404 without a body.
   */
  connect: (http: FastifyInstance, site: Site, rest: RestErrorHandler) => void;
}

/** Creates the handler. Call it before creating the Fastify instance, whose options need it for undecodable URLs, which never reach a route. */
export function createUnservedHandler(): UnservedRequestHandler {
  let connection: { site: Site; rest: RestErrorHandler } | null = null;
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!connection) return reply.status(404).send();
    const { site, rest } = connection;
    const path = request.url.split('?', 1)[0] ?? '';
    if (path === rest.root || path.startsWith(`${rest.root}/`)) {
      const failure = new Failure('route_not_found', 404, 'No route was found matching the URL and request method.');
      return rest.refuse(request, reply, failure);
    }
    const translate = getTextsForRequest(site, request);
    return await sendErrorPage(reply, site, null, { status: 404, title: translate('failure.404'), message: translate('failure.noPage') });
  };
  return {
    handle,
    connect(http, site, rest) {
      connection = { site, rest };
      http.setNotFoundHandler(handle);
    },
  };
}
