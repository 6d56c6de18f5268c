import { execute, GraphQLError } from 'graphql';
import { useSofa } from 'sofa-api';
import type { Method } from '../parameters/request.ts';
import { explicitNull, type FacadeContext, facadeOf, type ResolveRoute } from './facade.ts';
import { isOperation, type Plan } from './plan.ts';
import type { Call } from './request.ts';

/** A route of sofa's own router. */
export interface SofaRoute {
  method: string;
  path: string;
  handler(request: SofaRequest, serverContext: FacadeContext): Promise<Response>;
}

/** A request as sofa's handlers read it. */
export interface SofaRequest {
  url: string;
  params: Record<string, unknown>;
  body: null;
}

/** The routes of one namespace as sofa serves them. */
export interface Mounted {
  /** One for each method of a route. */
  routes: readonly SofaRoute[];
  /** Has sofa respond to a call, refusals included. */
  handle(call: Call): Promise<Response>;
}

/** The stages of the pipeline that run inside sofa. */
export interface SofaStages {
  /** Refuses a call that may not run. */
  authorize(call: Call): Promise<void>;
  /** Runs the call and returns its body. */
  resolve: ResolveRoute;
  /** Returns the published failure. */
  refuse(call: Call, error: unknown): Response;
}

/** An error with the call that it ended: sofa's error handler receives nothing else. */
class CallError extends Error {
  readonly call: Call;

  constructor(call: Call, cause: unknown) {
    super('A call failed', { cause });
    this.call = call;
  }

  static in(error: unknown): CallError | null {
    const thrown = error instanceof GraphQLError ? error.originalError : error;
    return thrown instanceof CallError ? thrown : null;
  }
}

async function endingCall<T>(call: Call, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new CallError(call, error);
  }
}

/**
 * The request as sofa reads it. The decoded and validated values are its path parameters, where it looks first: query and body could hold nothing but
 * texts.
 */
function requestOf({ plan, values, contextName, request }: Call): SofaRequest {
  const params: Record<string, unknown> = {};
  const offered = isOperation(plan.runs) ? plan.runs.variables.offer(values, contextName) : values;
  for (const [name, value] of Object.entries(offered)) params[name] = value === null ? explicitNull : value;
  return { url: request.path, params, body: null };
}

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function methodOf({ plan, request }: Call): Method {
  const asked = request.method === 'HEAD' ? 'GET' : request.method;
  // a route that a member of the body asked for has another method than the request
  return plan.methods.find((method) => method === asked) ?? (plan.methods[0] as Method);
}

/** Mounts routes on sofa-api: each method of a route is a route of sofa's with its published method, path and status. */
export function mountRoutes(plans: readonly Plan[], { authorize, resolve, refuse }: SofaStages): Mounted {
  const { schema, fields } = facadeOf(plans, (call, variables) => endingCall(call, () => resolve(call, variables)));
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
      await endingCall(call, () => authorize(call));
      return { call };
    },
    execute,
    errorHandler([error]) {
      const ended = CallError.in(error);
      if (!ended) throw error;
      return refuse(ended.call, ended.cause) as never;
    },
    openAPI: { endpoint: false },
    swaggerUI: { endpoint: false },
  });
  const { __routes: all } = sofa as unknown as { __routes: readonly SofaRoute[] };
  // sofa's `/webhook` would let a caller make the server send requests anywhere: only the map's routes are served
  const published = new Set(fields.map(({ method, plan }) => keyOf({ method, path: plan.path })));
  const routes = new Map(all.filter((route) => published.has(keyOf(route))).map((route) => [keyOf(route), route]));
  return {
    routes: [...routes.values()],
    handle(call) {
      // the route was matched before: sofa's own scan of patterns would find it again
      const route = routes.get(keyOf({ method: methodOf(call), path: call.plan.path }));
      if (!route) throw new Error(`sofa has no route for ${call.plan.path}`);
      return route.handler(requestOf(call), { call });
    },
  };
}

/** As `mountRoutes`, each namespace when its first request comes: sofa takes its time to look through a façade. */
export function mountOnFirstRequest(plans: readonly Plan[], stages: SofaStages): (namespace: string) => Mounted {
  const byNamespace = Map.groupBy(plans, ({ namespace }) => namespace);
  const mounted = new Map<string, Mounted>();
  return (namespace) => {
    let one = mounted.get(namespace);
    if (!one) mounted.set(namespace, (one = mountRoutes(byNamespace.get(namespace) ?? [], stages)));
    return one;
  };
}
