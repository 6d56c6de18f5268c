import { runBatch } from './engine/batch.ts';
import { findAllowedMethods } from './engine/allowed-methods.ts';
import { createDescribeRoute } from './engine/describe-route.ts';
import { executeOperation } from './engine/execute-operation.ts';
import { createLinkFetcher } from './engine/fetch-link.ts';
import { getNamespaceNames, arrangeTables } from './engine/namespaces.ts';
import { readOperations } from './engine/operations.ts';
import { createEngineResponses } from './engine/engine-responses.ts';
import { getFullPath } from './engine/paths.ts';
import { planRoute, prepareEagerly } from './engine/plan.ts';
import { createErrorPublisher } from './engine/refuse.ts';
import type { RestEngine, RestEngineOptions } from './engine/rest-engine.ts';
import { createRouter } from './engine/routing.ts';
import { createServedCheck } from './engine/served-check.ts';
import { shapeBody, type ShapeOptions } from './engine/shape-body.ts';
import { createPublishedDocument } from './openapi/create-published-document.ts';
import { untyped } from './parameters/field-types.ts';
import { createPipeline } from './pipeline.ts';
import { item } from './routes/route.ts';

export type { RestEngine, RestEngineOptions, RestMap } from './engine/rest-engine.ts';

/**
 * Prepares the routes of the map, so that a request only has to be matched, read and run. Throws an error if an operation or a route is invalid. If
 * the build has checked the same operations, a route is prepared when its first request arrives.
 */
export function createRestEngine({ schema, map, restUrl, relationBase, verifyNonce = () => false }: RestEngineOptions): RestEngine {
  const operations = readOperations(schema, map.sources);
  const tables = arrangeTables(map);
  const paths = new Set(
    tables.flatMap((table) => table.routes.map(([, pathInNamespace]) => getFullPath(table, pathInNamespace).replace(/\{\w+\}/g, '{}'))),
  );
  const scope = { restUrl, relationBase, isServed: createServedCheck(paths) };
  const plans = tables.flatMap((table) => table.routes.map((route) => planRoute(schema, operations, table, route, scope)));
  const router = createRouter(plans);
  const indexFormat = map.tables.find(({ name }) => name === '')?.routes[0]?.[4] ?? item();
  const sitePlan = planRoute(
    schema,
    operations,
    { name: '', routes: [], options: {} },
    ['GET', '/', { context: untyped({ default: 'view' }) }, map.indexOperation, indexFormat],
    scope,
  );
  if (!operations.areChecked) for (const plan of [...plans, sitePlan]) prepareEagerly(plan);

  const refuse = createErrorPublisher(map.failures);
  const pipeline = createPipeline({
    router,
    plans,
    describeRoute: createDescribeRoute(router, scope),
    refuse,
    findAllowedMethods,
    verifyNonce,
    createShapeOptions: (pipeline): ShapeOptions => ({ restUrl, fetchLink: createLinkFetcher(pipeline, router, restUrl) }),
    createEngineResponses: (pipeline, shapeOptions) =>
      createEngineResponses({
        plans,
        entries: router.entries,
        namespaces: getNamespaceNames(map, tables),
        restUrl,
        describeAuthentication: map.authentication,
        createDocument: (namespace, document) => createPublishedDocument(plans, namespace, restUrl, document),
        async readSite(call) {
          const siteCall = { ...call, plan: sitePlan, fields: null, embed: null };
          return (await shapeBody(shapeOptions, siteCall, await executeOperation(siteCall, {}))) as Record<string, unknown>;
        },
        batch: (call) => runBatch(pipeline, call),
      }),
  });
  return {
    router,
    publicSources: map.publicSources ?? [],
    recorded: map.recorded ?? (() => ({ responses: {}, refusals: {} })),
    plans,
    pipeline,
    refuse,
    findAllowedMethods,
  };
}
