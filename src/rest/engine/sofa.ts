import type { DocumentNode, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { useSofa } from 'sofa-api';
import { explicitNull, type FacadeContext, facadeOf, type RunRow } from './facade.ts';
import { isOperation, type Plan } from './plan.ts';
import type { Call } from './request.ts';
import type { Method } from '../parameters/request.ts';

/** A route of sofa's own router. */
export interface SofaRoute {
  method: string;
  path: string;
  handler(request: SofaRequest, serverContext: object): Promise<Response>;
}

/** A request as sofa's handlers read it. */
export interface SofaRequest {
  url: string;
  params: Record<string, unknown>;
  body: null;
}

/** The rows of one namespace as sofa serves them. */
export interface Mounted {
  /** One for each method of a row. */
  routes: readonly SofaRoute[];
  /** Has sofa answer a call; throws what the operation threw. */
  handle(call: Call): Promise<Response>;
}

/** What sofa calls to execute: the document is its own, made of the façade. */
interface SofaCall {
  document: DocumentNode;
  contextValue: FacadeContext;
  variableValues: Record<string, unknown>;
}

/**
 * The request as sofa reads it: what a variable is called it takes from the `params`, so that is where the decoded and validated values stand.
 * In the address and in a body they could be texts only.
 */
function requestOf({ plan, values, contextName, match }: Call): SofaRequest {
  const params: Record<string, unknown> = {};
  const offered = isOperation(plan.runs) ? plan.runs.variables.offer(values, contextName) : values;
  for (const [name, value] of Object.entries(offered)) params[name] = value === null ? explicitNull : value;
  return { url: match.entry.path, params, body: null };
}

/** Sofa's `/webhook` would let a caller make the server send requests anywhere: what is no row is not served. */
const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function methodOf({ plan, request }: Call): Method {
  const asked = request.method === 'HEAD' ? 'GET' : request.method;
  // a row that a member of the body asked for has another method than the request
  return plan.methods.find((method) => method === asked) ?? (plan.methods[0] as Method);
}

/**
 * Mounts rows on sofa-api: each method of a row is a route of sofa's with its published method, path and status. Sofa picks the variables from
 * the request, has the row run with them and writes the answer.
 */
export function mountRows(plans: readonly Plan[], run: RunRow): Mounted {
  const { schema, fields } = facadeOf(plans, run);
  const config = {
    basePath: '/',
    schema,
    routes: Object.fromEntries(
      fields.map(({ coordinate, method, plan }) => [coordinate, { method, path: plan.path, responseStatus: plan.options.status ?? 200 }]),
    ),
    context: (serverContext: unknown) => serverContext,
    async execute({ document, contextValue, variableValues }: SofaCall) {
      const name = rootOf(document);
      return { data: { [name]: await rootField(schema, name)(undefined, variableValues, contextValue, wholeAnswer) } };
    },
    // the engine publishes failures; sofa's form of them is another
    errorHandler([error]: readonly Error[]) {
      throw error;
    },
    openAPI: { endpoint: false },
    swaggerUI: { endpoint: false },
  };
  // the rows were found before: sofa's own scan of patterns would find them again, one by one
  const { __routes: all } = useSofa(config as unknown as Parameters<typeof useSofa>[0]) as unknown as { __routes: readonly SofaRoute[] };
  const published = new Set(fields.map(({ method, plan }) => keyOf({ method, path: plan.path })));
  const routes = new Map(all.filter((route) => published.has(keyOf(route))).map((route) => [keyOf(route), route]));
  return {
    routes: [...routes.values()],
    handle(call) {
      const route = routes.get(keyOf({ method: methodOf(call), path: call.plan.path }));
      if (!route) throw new Error(`sofa has no route for ${call.plan.path}`);
      return route.handler(requestOf(call), { call });
    },
  };
}

/** As `mountRows`, each namespace when its first request comes: sofa takes its time to look through a façade. */
export function mountOnFirstRequest(plans: readonly Plan[], run: RunRow): (namespace: string) => Mounted {
  const byNamespace = Map.groupBy(plans, ({ namespace }) => namespace);
  const mounted = new Map<string, Mounted>();
  return (namespace) => {
    let one = mounted.get(namespace);
    if (!one) mounted.set(namespace, (one = mountRows(byNamespace.get(namespace) ?? [], run)));
    return one;
  };
}

/** A row's operation has selected and completed its answer: nothing is asked of the document that sofa made. */
const wholeAnswer = undefined as unknown as GraphQLResolveInfo;

function rootField(schema: GraphQLSchema, name: string) {
  const resolve = (schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name])?.resolve;
  if (!resolve) throw new Error(`the façade has no field ${name}`);
  return resolve;
}

function rootOf({ definitions: [operation] }: DocumentNode): string {
  const selection = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections[0] : undefined;
  if (selection?.kind !== 'Field') throw new Error('sofa runs a document without a field');
  return selection.name.value;
}
