import type { Context } from '#graphql/context.ts';
import { notFound, Failure } from '../core/failure.ts';
import { answerCall } from './answer.ts';
import { decodeForm } from './arguments/decode.ts';
import { runBatch } from './batch.ts';
import { describeRoutes, describeWithSchema, mapOrEmptyList } from './discovery.ts';
import { mountRows, type RestHandler } from './facade.ts';
import type { RestEngine, RestEngineOptions, RestMap } from './rest-engine.ts';
import { asRowSays, errorBody, failureFor } from './failures.ts';
import { filterFields, readFields } from './fields-filter.ts';
import type { LinkScope } from './links.ts';
import { readOperations } from './operations.ts';
import { contextOf, isOperation, isWrite, mayRun, parameterOf, pathOf, type Plan, planRow } from './plan.ts';
import type { Call, RestAnswer, RestRequest, Route } from './request.ts';
import { publishedDocument } from './published-document.ts';
import { refuseUnmet } from './requirements.ts';
import { createRouter } from './routing.ts';
import { servedPaths } from './served.ts';
import { engine, item, type Method, type NamespaceTable, type Row, READ } from './table.ts';
import { toText } from './arguments/types.ts';
import { text, untyped } from './arguments/words.ts';
import { fillUploads } from './uploads.ts';

export type { RestEngine, RestEngineOptions, RestMap } from './rest-engine.ts';

const rootFields = (namespace: string) => ({ namespace: text({ default: namespace }), context: untyped({ default: 'view' }) });

function rootRow(namespace: string): Row {
  return [READ, '/', rootFields(namespace), engine('namespace'), item()];
}

/** Prepares the rows of the map; throws with everything that is wrong with them. Requests are then only looked up, read and run. */
export function createRestEngine({ schema, map, restUrl, relationBase }: RestEngineOptions): RestEngine {
  const operations = readOperations(schema, map.sources);
  const paths = new Set<string>();
  const scope: LinkScope = { restUrl, relationBase, served: servedPaths(paths) };
  const tables = withRoots(map);
  for (const table of tables) for (const [, below] of table.rows) paths.add(pathOf(table, below).replace(/\{\w+\}/g, '{}'));
  const plans = tables.flatMap((table) => table.rows.map((row) => planRow(schema, operations, table, row, scope)));
  refuseDoubles(plans);
  const router = createRouter(plans);

  const namespaces = [
    ...map.advertised,
    ...tables.map((t) => t.name).filter((name) => name !== '' && name !== 'batch/v1' && !map.advertised.includes(name)),
  ];
  const described = new Map<string, Record<string, unknown>>();
  const routesOf = (namespace?: string) => {
    const key = namespace ?? '';
    let routes = described.get(key);
    if (!routes) described.set(key, (routes = describeRoutes(router.entries, restUrl, namespace)));
    return routes;
  };

  const documents = new Map(
    plans.flatMap((plan) => {
      const profile = isOperation(plan.runs) ? undefined : plan.runs.document;
      if (!profile) return [];
      let made: Record<string, unknown> | undefined;
      return [[plan.path, () => (made ??= publishedDocument(plans, plan.namespace, restUrl, profile))] as const];
    }),
  );

  const indexPlan = plans.find((plan) => plan.path === '/');
  const self: RestEngine = {
    router,
    operations,
    plans,
    handlers: new Map(),
    route(request) {
      const match = router.find(request.path);
      const plan = match?.entry.byMethod.get(request.method === 'HEAD' ? 'GET' : (request.method as Method));
      // HEAD promises that nothing happens: a GET that writes has none
      const isRefused = request.method === 'HEAD' && plan !== undefined && isWrite(plan);
      if (!match || !plan || isRefused) throw notFound('rest_no_route', 'No route was found matching the URL and request method.');
      return { match, plan };
    },
    prepare: prepareCall,
    async run(call) {
      if (isOperation(call.plan.runs)) {
        await refuseUnmet(call);
        return answerCall(schema, restUrl, call, fetchLink);
      }
      switch (call.plan.runs.engine) {
        case 'index':
          return indexBody(call);
        case 'namespace':
          return namespaceBody(call);
        case 'batch':
          return runBatch(self, call);
        case 'document':
          return documentOf(call);
        case 'options':
          throw new Error('OPTIONS has no row');
      }
    },
    async answer(request, context) {
      const headers: RestAnswer['headers'] = new Map();
      let call: Call | undefined;
      try {
        call = self.prepare(self.route(request), request, context);
        const body = await self.run(call);
        return { status: call.status, body, headers: call.headers };
      } catch (error) {
        const failure = asRowSays(failureFor(error, context.site.log), call?.plan.options.bareErrors);
        return { status: failure.status, body: errorBody(failure, parameterOf(call)), headers };
      }
    },
    async allowed(match, values, context, hasRead) {
      const methods: Method[] = [];
      for (const plan of match.entry.plans)
        if (plan === hasRead || plan.options.everybodyMayAsk || (await isAllowed(plan, values, context))) methods.push(...plan.methods);
      return methods.length > 0 ? methods.join(', ') : null;
    },
    async options(request, context) {
      const match = router.find(request.path);
      if (!match) return { status: 200, body: [], headers: new Map() };
      const headers: RestAnswer['headers'] = new Map();
      const allow = await self.allowed(match, match.segments, context);
      if (allow) headers.set('Allow', allow);
      return { status: 200, body: describeWithSchema(match.entry, restUrl), headers };
    },
  };

  /** `Allow` is an extra: a check that breaks (on values that were never validated, or without the database) must not break the answer. */
  async function isAllowed(plan: Plan, values: Record<string, unknown>, context: Context): Promise<boolean> {
    try {
      return await mayRun(plan, values, context);
    } catch (error) {
      context.site.log.debug({ err: error, path: plan.path }, 'a permission could not be judged');
      return false;
    }
  }

  async function fetchLink(call: Call, href: string): Promise<unknown> {
    const [path = '', query = ''] = href.slice(restUrl.length).split('?');
    const parameters = decodeForm(query);
    const match = router.find(path);
    const perPage = match?.entry.byMethod.get('GET')?.declared.find((d) => d.name === 'per_page');
    const most = perPage?.schema.maximum;
    const request: RestRequest = {
      method: 'GET',
      path,
      headers: {},
      query: { ...(most !== undefined && { per_page: String(most) }), ...parameters, context: 'embed' },
    };
    return (await self.answer(request, call.context)).body;
  }

  async function indexBody(call: Call): Promise<unknown> {
    if (!indexPlan) throw new Error('The map has no row for the site index');
    const site = (await answerCall(schema, restUrl, { ...call, plan: siteIndexPlan, asked: null, embed: null }, fetchLink)) as Record<
      string,
      unknown
    >;
    const { _links: links, ...members } = site;
    return filtered(call, {
      ...members,
      namespaces,
      authentication: mapOrEmptyList(map.authentication()),
      routes: routesOf(),
      ...(links !== undefined && { _links: links }),
    });
  }

  function documentOf(call: Call): unknown {
    const { plan } = call;
    const known = documents.get(plan.path);
    if (!known) throw new Error(`${plan.path} names no document`);
    return filtered(call, known());
  }

  function namespaceBody(call: Call): unknown {
    const asked = toText(call.values['namespace']);
    if (!namespaces.includes(asked)) throw notFound('rest_invalid_namespace', 'The specified namespace could not be found.');
    return filtered(call, { namespace: asked, routes: routesOf(asked), _links: { up: [{ href: `${restUrl}/` }] } });
  }

  const siteIndexPlan = planRow(
    schema,
    operations,
    { name: '', rows: [], options: {} },
    [
      READ,
      '/',
      { context: untyped({ default: 'view' }) },
      map.indexOperation,
      map.tables.find((t) => t.name === '')?.rows[0]?.[4] ?? item(),
    ],
    scope,
  );

  const run = async (contextValue: unknown) => self.run((contextValue as { call: Call }).call);
  (self as { handlers: ReadonlyMap<string, RestHandler> }).handlers = mountRows(plans, run, (errors) => {
    throw new SofaFailure(errors[0] as Error);
  });
  return self;
}

/** Carries an error out of sofa's handler, which would answer it in a form of its own. */
export class SofaFailure extends Error {
  override readonly cause: Error;
  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

/** Paths that differ only in signs would share a field of the façade, and one would answer for both. */
function refuseDoubles(plans: readonly Plan[]): void {
  const paths = new Map<string, string>();
  for (const { id, path, methods } of plans) {
    const known = paths.get(id);
    if (known !== undefined) throw new Error(`${methods[0]} ${path} cannot be told from ${known}`);
    paths.set(id, path);
  }
}

/** Every namespace gets its root; advertised ones without rows have nothing else. */
function withRoots(map: RestMap): NamespaceTable[] {
  const tables = map.tables.map((table) =>
    table.name === '' || table.name === 'batch/v1' ? table : { ...table, rows: [rootRow(table.name), ...table.rows] },
  );
  const bare = map.advertised
    .filter((name) => !tables.some((table) => table.name === name))
    .map((name): NamespaceTable => ({ name, rows: [rootRow(name)], options: {} }));
  const order = (table: NamespaceTable) => {
    const at = map.advertised.indexOf(table.name);
    return table.name === '' ? -2 : table.name === 'batch/v1' ? -1 : at === -1 ? Number.MAX_SAFE_INTEGER : at;
  };
  return [...tables, ...bare].sort((a, b) => order(a) - order(b));
}

function filtered(call: Call, body: Record<string, unknown>): unknown {
  return call.asked ? filterFields(body, call.asked) : body;
}

function prepareCall(route: Route, request: RestRequest, context: Context): Call {
  const { match, plan } = route;
  if (request.jsonFault !== undefined) {
    const { code, message } = request.jsonFault;
    throw new Failure('rest_invalid_json', 400, 'Invalid JSON body passed.', { json_error_code: code, json_error_message: message });
  }
  const { values, given } = plan.read({
    ...(request.json && { json: request.json }),
    ...(request.form && { form: request.form }),
    query: request.query,
    path: match.segments,
  });
  for (const { name } of plan.segments) if (!(name in values)) values[name] = match.segments[name];
  fillUploads(plan.options.also, values, request);
  return {
    request,
    plan,
    match,
    values,
    given,
    context,
    contextName: contextOf(plan, values),
    asked: readFields(request.query['_fields'] ?? request.json?.['_fields'] ?? request.form?.['_fields']),
    embed: readEmbed(request.query['_embed']),
    headers: new Map(),
    status: plan.options.status ?? 200,
  };
}

function readEmbed(value: unknown): Call['embed'] {
  if (value === undefined) return null;
  if (Array.isArray(value)) return new Set(value.map(toText));
  const asked = toText(value);
  return ['', '1', '0', 'true'].includes(asked) ? true : new Set(asked.split(/[\s,]+/).filter(Boolean));
}
