import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runForRequest, getLogIds, type RequestFacts } from '../../core/logging/request-facts.ts';
import { opensWebSocket } from '../../core/http/upgrade.ts';
import type { Site } from '../../site.ts';
import { createProxyCheck } from './request-ids.ts';
import { beginSpan, endSpan } from './traces.ts';
import { getState } from './request-state.ts';

/** Returns the facts of a request. Creates them on the first call. */
export function getFacts(request: FastifyRequest): RequestFacts {
  return (getState(request).facts ??= { id: request.id, route: '', operations: [], caller: '', statements: 0, cost: 0 });
}

/** Returns the route of a request: the REST route, the kind of the GraphQL operation, or the pattern of the page route. */
export function getRoute(request: FastifyRequest, { route }: RequestFacts): string {
  return route || (request.routeOptions.url ?? '');
}

/** Returns the API of a request for log and metrics. */
export function getApi({ url }: FastifyRequest, restRoot: string): 'rest' | 'graphql' | 'health' | 'page' {
  if (url.startsWith(restRoot) || url.startsWith('/?rest_route=')) return 'rest';
  if (url.startsWith('/graphql')) return 'graphql';
  return url.startsWith('/health/') || url === '/metrics' ? 'health' : 'page';
}

/** Outcome of a request. */
export interface RequestOutcome {
  status: number;
  ms: number;
  /** True if the caller disconnected before the response was complete. */
  isAborted?: boolean;
}

/** Status in logs and traces if the caller disconnected before the response, as in nginx. */
const CLIENT_CLOSED_REQUEST = 499;

/** Logs and traces requests. */
export interface RequestObserver {
  /** Starts a request. Returns its facts for `runForRequest`. */
  begin(request: FastifyRequest): RequestFacts;
  /** Ends a request. Repeated calls have no effect. */
  end(request: FastifyRequest, outcome: RequestOutcome): void;
}

function createObserver({ config: { isRequestLogEnabled, restRoot, trustProxy }, tracing }: Site): RequestObserver {
  const isTrusted = createProxyCheck(trustProxy);
  return {
    begin(request) {
      const facts = getFacts(request);
      const entryPoint = getApi(request, restRoot);
      facts.entryPoint = entryPoint;
      if (tracing && entryPoint !== 'health' && !isConnectionRequest(request))
        beginSpan(tracing, request, facts, isTrusted(request.raw) ? request.headers : undefined);
      return facts;
    },
    end(request, outcome) {
      const facts = getFacts(request);
      if (facts.entryPoint === 'health' || isConnectionRequest(request) || facts.isReported) return;
      facts.isReported = true;
      if (isRequestLogEnabled) writeLogLine(request, facts, outcome);
      if (tracing) endSpan(tracing, request, facts, { ...outcome, route: getFullRoute(request, facts, restRoot) });
    },
  };
}

/** True if a request only opens a WebSocket. Its operations count as separate POST requests. */
const isConnectionRequest = ({ method, raw }: FastifyRequest): boolean => method === 'GET' && opensWebSocket(raw);

/** Returns the route of a request. A REST route starts with the REST root. */
function getFullRoute(request: FastifyRequest, { entryPoint, route }: RequestFacts, restRoot: string): string {
  return entryPoint === 'rest' && route !== '' ? `${restRoot}${route}` : (request.routeOptions.url ?? '');
}

/** Returns the error code of a refused request, including GraphQL refusals with the status 200. */
function getCode({ entryPoint, code, refusals }: RequestFacts, status: number): { code?: string } {
  const refusalCode = code ?? refusals?.[0]?.code;
  return refusalCode !== undefined && (status >= 400 || entryPoint === 'graphql') ? { code: refusalCode } : {};
}

/** Writes the log line of a request. */
function writeLogLine(request: FastifyRequest, facts: RequestFacts, { status, ms, isAborted }: RequestOutcome): void {
  request.log.info(
    {
      ...getLogIds(facts),
      method: request.method,
      face: facts.entryPoint,
      route: getRoute(request, facts),
      ...(facts.operations.length > 0 && { operation: facts.operations.join() }),
      // paths of pages may contain secret tokens
      ...(facts.entryPoint === 'rest' && { path: request.url.split('?', 1)[0] }),
      caller: facts.caller || 'visitor',
      status,
      ...getCode(facts, status),
      ...(isAborted && { cut: true }),
      ms: Math.round(ms * 10) / 10,
      statements: facts.statements,
      ...(facts.cost > 0 && { cost: facts.cost }),
    },
    'request',
  );
}

/**
 * Sets the ID of every request (`X-Request-Id`) and traces the request. With `REQUEST_LOG`, logs a line when it is served or its caller disconnects.
 * Call it before mounting anything else, so that all work of a request runs with its facts.
 */
export function mountRequests(app: FastifyInstance, site: Site): RequestObserver {
  const observer = createObserver(site);
  const isObserved = site.config.isRequestLogEnabled || site.tracing !== undefined;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    if (isObserved) reply.raw.once('close', () => endAborted(request, reply));
    runForRequest(observer.begin(request), done);
  });
  // body parsers lose the async context
  app.addHook('preValidation', (request, _reply, done) => runForRequest(getFacts(request), done));
  if (!isObserved) return observer;
  const endAborted = (request: FastifyRequest, reply: FastifyReply) => {
    if (!reply.raw.writableFinished)
      observer.end(request, {
        status: reply.raw.headersSent ? reply.statusCode : CLIENT_CLOSED_REQUEST,
        ms: reply.elapsedTime,
        isAborted: true,
      });
  };
  app.addHook('onResponse', (request, reply, done) => {
    observer.end(request, { status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  return observer;
}
