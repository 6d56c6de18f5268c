import { noteFailure } from '../core/logging/request-facts.ts';
import type { Context } from '#graphql/context.ts';
import { filterFields, readFields } from './answers/fields-filter.ts';
import { errorBody, failureFor } from './answers/failures.ts';
import { publish } from './answers/published-failures.ts';
import { publishedDocument } from './openapi/published-document.ts';
import { ArgumentFailure } from './parameters/argument-failure.ts';
import { decodeForm } from './parameters/decode.ts';
import { untyped } from './parameters/words.ts';
import { item, READ } from './rows/row.ts';
import type { Method } from './parameters/request.ts';
import { answerCall, type Answering, type FetchLink } from './engine/answer.ts';
import { runBatch } from './engine/batch.ts';
import { describeWithSchema, hasComputedDefaults } from './engine/discovery.ts';
import { presentQuarter } from './parameters/describe.ts';
import { zoneOfSettings } from '../core/settings/site-zone.ts';
import { namespacesOf, tablesOf } from './engine/namespaces.ts';
import { readOperations } from './engine/operations.ts';
import { ownAnswers } from './engine/own-answers.ts';
import { mayRun } from './engine/checks.ts';
import { isOperation, parameterOf, pathOf, type Plan, planRow, prepareNow } from './engine/plan.ts';
import { noRoute, prepareCall } from './engine/prepare.ts';
import type { Call } from './engine/request.ts';
import type { RestRequest } from './parameters/request.ts';
import { refuseUnmet } from './engine/requirements.ts';
import type { RestEngine, RestEngineOptions } from './engine/rest-engine.ts';
import { createRouter } from './engine/routing.ts';
import { servedPaths } from './engine/served.ts';
import { mountOnFirstRequest } from './engine/sofa.ts';
import { chosenForm, isRefusedHead, readValid, simulated } from './engine/sources.ts';

/** Whether a request that writes is judged for a row that reads: what it sends is not for that. */
const sendsNothing = ({ methods }: Plan, { method }: RestRequest): boolean =>
  methods.includes('GET') && !methods.includes(method as Method) && method !== 'HEAD' && method !== 'OPTIONS';

const withoutBody = ({ json: _json, form: _form, ...request }: RestRequest): RestRequest => request;

export type { RestEngine, RestEngineOptions, RestMap } from './engine/rest-engine.ts';

/**
 * Prepares the rows of the map; throws with everything that is wrong with them. Requests are then only looked up, read and run. Where a build has
 * prepared the same rows before, most of each one waits for its first request.
 */
export function createRestEngine({ schema, map, restUrl, relationBase, verifyNonce = () => false }: RestEngineOptions): RestEngine {
  const operations = readOperations(schema, map.sources);
  const tables = tablesOf(map);
  const paths = new Set(tables.flatMap((table) => table.rows.map(([, below]) => pathOf(table, below).replace(/\{\w+\}/g, '{}'))));
  const scope = { restUrl, relationBase, served: servedPaths(paths) };
  const plans = tables.flatMap((table) => table.rows.map((row) => planRow(schema, operations, table, row, scope)));
  const router = createRouter(plans);
  const links = map.tables.find(({ name }) => name === '')?.rows[0]?.[4] ?? item();
  const sitePlan = planRow(
    schema,
    operations,
    { name: '', rows: [], options: {} },
    [READ, '/', { context: untyped({ default: 'view' }) }, map.indexOperation, links],
    scope,
  );
  if (!operations.areOfBuild) for (const plan of [...plans, sitePlan]) prepareNow(plan);

  const fetchLink: FetchLink = async (call, href) => {
    const [path = '', query = ''] = href.slice(restUrl.length).split('?');
    const perPage = router
      .find(path)
      ?.entry.byMethod.get('GET')
      ?.declared.find((d) => d.name === 'per_page');
    const most = perPage?.schema.maximum;
    const request: RestRequest = {
      method: 'GET',
      path,
      headers: {},
      query: { ...(most !== undefined && { per_page: String(most) }), ...decodeForm(query), context: 'embed' },
    };
    return JSON.parse((await self.answer(request, call.context)).text);
  };
  const answering: Answering = { restUrl, fetchLink };

  const own = ownAnswers({
    plans,
    entries: router.entries,
    namespaces: namespacesOf(map, tables),
    restUrl,
    authentication: map.authentication,
    documentOf: (namespace, document) => publishedDocument(plans, namespace, restUrl, document),
    site: async (call) =>
      (await answerCall(answering, { ...call, plan: sitePlan, asked: null, embed: null }, {})) as Record<string, unknown>,
    batch: (call) => runBatch(self, call),
  });

  const mounted = mountOnFirstRequest(plans, async (call, variables) => {
    const { runs } = call.plan;
    if (!isOperation(runs)) return own(call, runs);
    await refuseUnmet(call, verifyNonce);
    return answerCall(answering, call, variables);
  });

  /** `Allow` is an extra: a check that breaks (on values that were never validated, or without the database) must not break the answer. */
  async function isAllowed(plan: Plan, read: () => Record<string, unknown>, context: Context): Promise<boolean> {
    try {
      const values = read();
      return await mayRun(chosenForm(plan, values), values, context);
    } catch (error) {
      context.site.log.debug({ err: error, path: plan.path }, 'a permission could not be judged');
      return false;
    }
  }

  const self: RestEngine = {
    router,
    operations,
    publicSources: map.publicSources ?? [],
    recorded: map.recorded ?? (() => ({ answers: {}, refusals: {} })),
    plans,
    mounted,
    route(request) {
      const match = router.find(request.path);
      const plan =
        match && (simulated(match, request) ?? match.entry.byMethod.get(request.method === 'HEAD' ? 'GET' : (request.method as Method)));
      if (!match || !plan || isRefusedHead(request, plan)) throw noRoute();
      return { match, plan };
    },
    prepare: prepareCall,
    async run(call) {
      const response = await mounted(call.plan.namespace).handle(call);
      return { status: call.status ?? response.status, text: await response.text(), headers: call.headers, lists: call.context.longLists };
    },
    refuse(error, log, plan) {
      const failure = publish(failureFor(error, log), plan, map.failures ?? {});
      noteFailure(failure.code);
      // refused parameters have their own names already
      const parameters = error instanceof ArgumentFailure ? undefined : parameterOf(plan);
      return { failure, answer: { status: failure.status, text: JSON.stringify(errorBody(failure, parameters)), headers: new Map() } };
    },
    async answer(request, context) {
      let plan: Plan | undefined;
      try {
        const route = self.route(request);
        ({ plan } = route);
        const call: Call = self.prepare(route, request, context);
        ({ plan } = call);
        return await self.run(call);
      } catch (error) {
        return self.refuse(error, context.site.log, plan).answer;
      }
    },
    async allowed(match, request, context, { values, permitted } = {}) {
      const methods: Method[] = [];
      for (const plan of match.entry.plans) {
        const read = () =>
          sendsNothing(plan, request) ? readValid(plan, match, withoutBody(request)) : (values ?? readValid(plan, match, request));
        if (plan === permitted || plan.options.everybodyMayAsk || (await isAllowed(plan, read, context))) methods.push(...plan.methods);
      }
      return methods.length > 0 ? methods.join(', ') : null;
    },
    async options(request, context) {
      const match = router.find(request.path);
      if (!match) return { status: 200, text: '[]', headers: new Map() };
      const headers = new Map<string, string | number>();
      const allow = await self.allowed(match, request, context);
      if (allow) headers.set('Allow', allow);
      const asked = readFields(request.query['_fields']);
      const { settings } = context.site;
      const at = hasComputedDefaults(match.entry) ? { moment: presentQuarter(), zone: zoneOfSettings(settings) } : null;
      const described = describeWithSchema(match.entry, { restUrl, relationBase }, at);
      return { status: 200, text: JSON.stringify(asked ? filterFields(described, asked) : described), headers };
    },
  };
  return self;
}
