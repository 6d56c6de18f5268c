import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { forRequest, type RequestFacts } from '../../core/request-facts.ts';

const factsOf = new WeakMap<FastifyRequest, RequestFacts>();

/** The facts of a request; it has them from its first hook on. */
export function factsOfRequest(request: FastifyRequest): RequestFacts {
  const facts = factsOf.get(request) ?? { id: request.id, route: '', operations: [], caller: '', statements: 0, cost: 0 };
  factsOf.set(request, facts);
  return facts;
}

/** What answered: the row or operation where one was found, else the route as it is written, without the values in it. */
export function routeOf(request: FastifyRequest, { route }: RequestFacts): string {
  return route || (request.routeOptions.url ?? '');
}

/** The face that was asked, as log and metrics call it. */
export function faceOf({ url }: FastifyRequest, restRoot: string): 'rest' | 'graphql' | 'health' | 'page' {
  if (url.startsWith(restRoot) || url.startsWith('/?rest_route=')) return 'rest';
  if (url.startsWith('/graphql')) return 'graphql';
  return url.startsWith('/health/') || url === '/metrics' ? 'health' : 'page';
}

/**
 * Names every request, says its id in the answer (`X-Request-Id`) and, where they are asked for (`REQUEST_LOG`), logs a line for each when it has
 * been answered. To be called before anything else is mounted: all that runs for a request runs with its facts.
 */
export function mountRequests(app: FastifyInstance, { requestLog, restRoot }: Pick<Config, 'requestLog' | 'restRoot'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    const facts = factsOfRequest(request);
    facts.face = faceOf(request, restRoot);
    forRequest(facts, done);
  });
  // what reads a body calls back from its own place
  app.addHook('preValidation', (request, _reply, done) => forRequest(factsOfRequest(request), done));
  if (!requestLog) return;
  app.addHook('onResponse', (request, reply, done) => {
    const facts = factsOfRequest(request);
    const face = faceOf(request, restRoot);
    if (face !== 'health')
      request.log.info(
        {
          request: facts.id,
          method: request.method,
          face,
          route: routeOf(request, facts),
          ...(facts.operations.length > 0 && { operation: facts.operations.join() }),
          // paths of pages may hold what opens them
          ...(face === 'rest' && { path: request.url.split('?', 1)[0] }),
          caller: facts.caller || 'visitor',
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          statements: facts.statements,
          ...(facts.cost > 0 && { cost: facts.cost }),
        },
        'request',
      );
    done();
  });
}
