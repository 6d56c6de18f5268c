import { Failure, notFound } from '../../core/failures/failure.ts';
import { toPhpString } from '../parameters/types.ts';
import type { EngineRun } from '../routes/route.ts';
import { toMapOrEmptyList } from '../response/keyed-response.ts';
import type { PublishedDocument } from '../routes/published-document.ts';
import { getCurrentQuarter } from '../parameters/describe.ts';
import { describeRoutes, hasComputedDefaults } from './discovery.ts';
import { getZoneOfSettings } from '../../core/settings/site-zone.ts';
import { isOperation, type Plan } from './plan.ts';
import type { Call } from './request.ts';
import type { RouteEntry } from './routing.ts';

/** Sources of the responses of routes without an operation. */
export interface EngineResponseOptions {
  plans: readonly Plan[];
  entries: readonly RouteEntry[];
  /** Names of the namespaces in the order of the published interface. */
  namespaces: readonly string[];
  restUrl: string;
  describeAuthentication(): Record<string, unknown>;
  /** Returns the document that a namespace publishes about itself. */
  createDocument(namespace: string, document: PublishedDocument): unknown;
  /** Returns the members of the site index that an operation provides. */
  readSite(call: Call): Promise<Record<string, unknown>>;
  batch(call: Call): Promise<unknown>;
}

/** Returns the bodies of routes that run no operation. */
export type EngineResponses = (call: Call, runs: EngineRun) => unknown;

/** Creates the function that serves routes without an operation. Descriptions are created on first use. */
export function createEngineResponses({
  plans,
  entries,
  namespaces,
  restUrl,
  describeAuthentication,
  createDocument,
  readSite,
  batch,
}: EngineResponseOptions): EngineResponses {
  const getFixedRoutes = memoize((namespace: string) => describeRoutes(entries, restUrl, { namespace: namespace || undefined }));
  const hasComputedRoutes = memoize((namespace: string) =>
    entries.some((entry) => (namespace === '' || entry.namespace === namespace) && hasComputedDefaults(entry)),
  );
  let latestRoutes = { key: '', routes: {} as Record<string, unknown> };

  /**
   * Describes the routes of a namespace, or of all if the name is empty. Descriptions with computed defaults are created again every quarter of an
   * hour.
   */
  function getRoutes(namespace: string, { site: { settings } }: Call['context']): Record<string, unknown> {
    if (!hasComputedRoutes(namespace)) return getFixedRoutes(namespace);
    const [moment, zone] = [getCurrentQuarter(), getZoneOfSettings(settings)];
    const key = `${namespace} ${moment.getTime()} ${zone.name}`;
    if (latestRoutes.key !== key)
      latestRoutes = { key, routes: describeRoutes(entries, restUrl, { namespace: namespace || undefined, at: { moment, zone } }) };
    return latestRoutes.routes;
  }

  const getDocument = memoize((path: string) => {
    const plan = plans.find((candidate) => candidate.path === path);
    if (!plan || isOperation(plan.runs) || !plan.runs.document) throw new Error(`The route ${path} declares no document.`);
    return createDocument(plan.namespace, plan.runs.document);
  });

  return (call, runs) => {
    switch (runs.engine) {
      case 'index':
        return createIndexBody(call);
      case 'namespace':
        return createNamespaceBody(call);
      case 'batch':
        return batch(call);
      case 'document':
        return getDocument(call.plan.path);
      case 'parameter':
        return toMapOrEmptyList(call.values[runs.parameter ?? ''] as Record<string, unknown>);
      case 'refusal':
        throw createRefusal(runs);
    }
  };

  async function createIndexBody(call: Call): Promise<unknown> {
    const { _links: links, ...members } = await readSite(call);
    return {
      ...members,
      namespaces,
      authentication: toMapOrEmptyList(describeAuthentication()),
      routes: getRoutes('', call.context),
      ...(links !== undefined && { _links: links }),
    };
  }

  function createNamespaceBody(call: Call): unknown {
    const namespace = toPhpString(call.values['namespace']);
    if (!namespaces.includes(namespace)) throw notFound('rest_invalid_namespace', 'The specified namespace could not be found.');
    return { namespace, routes: getRoutes(namespace, call.context), _links: { up: [{ href: `${restUrl}/` }] } };
  }
}

function createRefusal({ refusal }: EngineRun): Failure {
  if (!refusal) throw new Error('A route with the engine "refusal" declares no refusal.');
  return new Failure(refusal.code, refusal.status, refusal.message);
}

function memoize<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = compute(key)));
    return value;
  };
}
