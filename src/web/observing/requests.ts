import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forRequest, namesOf, type RequestFacts } from '../../core/logging/request-facts.ts';
import { opensWebSocket } from '../../core/http/upgrade.ts';
import type { Site } from '../../site.ts';
import { trustedPeers } from './request-ids.ts';
import { beginSpan, endSpan } from './traces.ts';
import { stateOf } from './request-state.ts';

/** The facts of a request; it has them from its first hook on. */
export function factsOfRequest(request: FastifyRequest): RequestFacts {
  return (stateOf(request).facts ??= { id: request.id, route: '', operations: [], caller: '', statements: 0, cost: 0 });
}

/** What served the request: the row or operation where one was found, else the route as it is written, without the values in it. */
export function routeOf(request: FastifyRequest, { route }: RequestFacts): string {
  return route || (request.routeOptions.url ?? '');
}

/** The API of a request, as log and metrics call it. */
export function apiOf({ url }: FastifyRequest, restRoot: string): 'rest' | 'graphql' | 'health' | 'page' {
  if (url.startsWith(restRoot) || url.startsWith('/?rest_route=')) return 'rest';
  if (url.startsWith('/graphql')) return 'graphql';
  return url.startsWith('/health/') || url === '/metrics' ? 'health' : 'page';
}

/** How a request ended. */
export interface Ended {
  status: number;
  ms: number;
  /** The caller went away before all of it was sent. */
  isCut?: boolean;
}

/** The status in logs and metrics when the caller closed the connection before a response, as proxies use it. */
const NOBODY_WAITED = 499;

/** Names requests and tells of them, in lines and in traces. */
export interface ObservedRequests {
  /** A request begins; its facts, for `forRequest`. */
  begin(request: FastifyRequest): RequestFacts;
  /** It has ended; said again, nothing happens. */
  end(request: FastifyRequest, ended: Ended): void;
}

function observing({ config: { requestLog, restRoot, trustProxy }, tracing }: Site): ObservedRequests {
  const trusts = trustedPeers(trustProxy);
  return {
    begin(request) {
      const facts = factsOfRequest(request);
      const face = apiOf(request, restRoot);
      facts.face = face;
      if (tracing && face !== 'health' && !isConnection(request))
        beginSpan(tracing, request, facts, trusts(request.raw) ? request.headers : undefined);
      return facts;
    },
    end(request, ended) {
      const facts = factsOfRequest(request);
      if (facts.face === 'health' || isConnection(request) || facts.isReported) return;
      facts.isReported = true;
      if (requestLog) tell(request, facts, ended);
      if (tracing) endSpan(tracing, request, facts, { ...ended, route: addressOf(request, facts, restRoot) });
    },
  };
}

/** Whether a request only opens a WebSocket: its operations are requests of their own, with POST as their method. */
const isConnection = ({ method, raw }: FastifyRequest): boolean => method === 'GET' && opensWebSocket(raw);

/** The route as it stands in addresses. */
function addressOf(request: FastifyRequest, { face, route }: RequestFacts, restRoot: string): string {
  return face === 'rest' && route !== '' ? `${restRoot}${route}` : (request.routeOptions.url ?? '');
}

/** Why the request was refused: of GraphQL also what its result says beside a status of 200. */
function codeOf({ face, code, refusals }: RequestFacts, status: number): { code?: string } {
  const said = code ?? refusals?.[0]?.code;
  return said !== undefined && (status >= 400 || face === 'graphql') ? { code: said } : {};
}

/** Writes the line of a request. */
function tell(request: FastifyRequest, facts: RequestFacts, { status, ms, isCut }: Ended): void {
  request.log.info(
    {
      ...namesOf(facts),
      method: request.method,
      face: facts.face,
      route: routeOf(request, facts),
      ...(facts.operations.length > 0 && { operation: facts.operations.join() }),
      // paths of pages may hold what opens them
      ...(facts.face === 'rest' && { path: request.url.split('?', 1)[0] }),
      caller: facts.caller || 'visitor',
      status,
      ...codeOf(facts, status),
      ...(isCut && { cut: true }),
      ms: Math.round(ms * 10) / 10,
      statements: facts.statements,
      ...(facts.cost > 0 && { cost: facts.cost }),
    },
    'request',
  );
}

/**
 * Names every request, says its id in the response (`X-Request-Id`), traces it and, where they are asked for (`REQUEST_LOG`), logs a line for each when it has
 * been served, or its caller is gone. To be called before anything else is mounted: all that runs for a request runs with its facts.
 */
export function mountRequests(app: FastifyInstance, site: Site): ObservedRequests {
  const observed = observing(site);
  const isObserved = site.config.requestLog || site.tracing !== undefined;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    if (isObserved) reply.raw.once('close', () => cut(request, reply));
    forRequest(observed.begin(request), done);
  });
  // what reads a body calls back from its own place
  app.addHook('preValidation', (request, _reply, done) => forRequest(factsOfRequest(request), done));
  if (!isObserved) return observed;
  const cut = (request: FastifyRequest, reply: FastifyReply) => {
    if (!reply.raw.writableFinished)
      observed.end(request, { status: reply.raw.headersSent ? reply.statusCode : NOBODY_WAITED, ms: reply.elapsedTime, isCut: true });
  };
  app.addHook('onResponse', (request, reply, done) => {
    observed.end(request, { status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  return observed;
}
