import { notFound } from '../../core/failures/failure.ts';
import type { Method, RestRequest } from '../parameters/request.ts';
import type { Route } from './request.ts';
import type { Router } from './routing.ts';
import { isRefusedHead, findSimulatedRoute } from './sources.ts';

/** Creates the failure for requests without a route. */
export const createNoRouteFailure = () => notFound('rest_no_route', 'No route was found matching the URL and request method.');

/** Finds the route of a request. Throws `rest_no_route` if no route has the path or the method. */
export function matchRoute(router: Router, request: RestRequest): Route {
  const match = router.find(request.path);
  const plan =
    match &&
    (findSimulatedRoute(match, request) ?? match.entry.byMethod.get(request.method === 'HEAD' ? 'GET' : (request.method as Method)));
  if (!match || !plan || isRefusedHead(request, plan)) throw createNoRouteFailure();
  return { match, plan };
}
