import { execute, GraphQLError } from 'graphql';
import { useSofa } from 'sofa-api';
import type { Method } from '../parameters/request.ts';
import { explicitNull, type FacadeContext, createFacade, type ResolveRoute } from './facade.ts';
import { isOperation, type Plan } from './plan.ts';
import type { Call } from './request.ts';

/** A route of sofa's router. */
export interface SofaRoute {
  method: string;
  path: string;
  handler(request: SofaRequest, serverContext: FacadeContext): Promise<Response>;
}

/** A request for sofa's handlers. */
export interface SofaRequest {
  url: string;
  params: Record<string, unknown>;
  body: null;
}

/** The routes of one namespace as sofa serves them. */
export interface MountedRoutes {
  /** Routes of sofa, one for each method of a route. */
  routes: readonly SofaRoute[];
  /** Serves a call through sofa, including refusals. */
  handle(call: Call): Promise<Response>;
}

/** The stages of the pipeline that run inside sofa. */
export interface SofaStages {
  /** Throws if the call may not run. */
  authorize(call: Call): Promise<void>;
  /** Runs the call and returns its body. */
  resolve: ResolveRoute;
  /** Returns the published failure. */
  refuse(call: Call, error: unknown): Response;
}

/** An error with its call, because sofa's error handler only receives the error. */
class CallError extends Error {
  readonly call: Call;

  constructor(call: Call, cause: unknown) {
    super('A call failed', { cause });
    this.call = call;
  }

  /** Returns the error with its call, even if GraphQL has wrapped it, or null for other errors. */
  static find(error: unknown): CallError | null {
    const thrown = error instanceof GraphQLError ? error.originalError : error;
    return thrown instanceof CallError ? thrown : null;
  }
}

/** Runs work for a call and adds the call to an error. */
async function withCall<T>(call: Call, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new CallError(call, error);
  }
}

/**
 * Returns the request for sofa. Passes the validated values as path parameters, which sofa reads first, because a query or form could only contain
 * strings.
 */
function toSofaRequest({ plan, values, contextName, request }: Call): SofaRequest {
  const params: Record<string, unknown> = {};
  const expandedValues = isOperation(plan.runs) ? plan.runs.variables.expand(values, contextName) : values;
  for (const [name, value] of Object.entries(expandedValues)) params[name] = value === null ? explicitNull : value;
  return { url: request.path, params, body: null };
}

const getRouteKey = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function getMethod({ plan, request }: Call): Method {
  const requested = request.method === 'HEAD' ? 'GET' : request.method;
  // if the body selected the route, its method differs from the method of the request
  return plan.methods.find((method) => method === requested) ?? (plan.methods[0] as Method);
}

/** Mounts routes on sofa-api. Each method of a route becomes a sofa route with its published method, path and status. */
export function mountRoutes(plans: readonly Plan[], { authorize, resolve, refuse }: SofaStages): MountedRoutes {
  const { schema, fields } = createFacade(plans, (call, variables) => withCall(call, () => resolve(call, variables)));
  const sofa = useSofa({
    basePath: '/',
    schema,
    routes: Object.fromEntries(
      fields.map(({ coordinate, method, plan }) => [
        coordinate,
        { method, path: plan.path, responseStatus: (plan.status ? 200 : (plan.options.status ?? 200)) as 200 },
      ]),
    ),
    async context({ call }: FacadeContext): Promise<FacadeContext> {
      await withCall(call, () => authorize(call));
      return { call };
    },
    execute,
    errorHandler([error]) {
      const failed = CallError.find(error);
      if (!failed) throw error;
      return refuse(failed.call, failed.cause) as never;
    },
    openAPI: { endpoint: false },
    swaggerUI: { endpoint: false },
  });
  const { __routes: all } = sofa as unknown as { __routes: readonly SofaRoute[] };
  // only routes of the map are served: with sofa's `/webhook`, callers could make the server send requests to any URL
  const published = new Set(fields.map(({ method, plan }) => getRouteKey({ method, path: plan.path })));
  const routes = new Map(all.filter((route) => published.has(getRouteKey(route))).map((route) => [getRouteKey(route), route]));
  return {
    routes: [...routes.values()],
    handle(call) {
      // the route is already known, so sofa's pattern scan is not needed
      const route = routes.get(getRouteKey({ method: getMethod(call), path: call.plan.path }));
      if (!route) throw new Error(`sofa has no route for ${call.plan.path}`);
      return route.handler(toSofaRequest(call), { call });
    },
  };
}

/** Mounts each namespace on its first request, because sofa takes a long time to analyze a façade. */
export function mountOnFirstRequest(plans: readonly Plan[], stages: SofaStages): (namespace: string) => MountedRoutes {
  const byNamespace = Map.groupBy(plans, ({ namespace }) => namespace);
  const mounted = new Map<string, MountedRoutes>();
  return (namespace) => {
    let routes = mounted.get(namespace);
    if (!routes) mounted.set(namespace, (routes = mountRoutes(byNamespace.get(namespace) ?? [], stages)));
    return routes;
  };
}
