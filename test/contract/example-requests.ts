import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { createOpenApiDocument } from '../../src/rest/openapi/document.ts';
import { isOperation } from '../../src/rest/engine/plan.ts';
import { createPublishedDocument } from '../../src/rest/openapi/create-published-document.ts';
import { namespaceTables } from '../../rest-map/map.ts';
import { DocumentedResponses } from './documented-responses.ts';
import { ExampleSites, listExamples } from './example-sites.ts';
import { RECORDED_AT } from './recorded-responses.ts';
import { testRecordedResponses } from './route-responses.ts';
import { getMapEngine } from './printed.ts';

// Sends the example requests of the documents unchanged, and compares the responses with the documents.

const ROOT = 'http://site.test/rest';
const { router, plans } = getMapEngine();

/** Returns the documents of a namespace: the printed one, and the one that it publishes. */
function listDocuments(namespace: string): (readonly [name: string, document: object])[] {
  const printed = createOpenApiDocument(router, { namespace, restUrl: ROOT, title: 'x', version: '1' });
  const published = plans.flatMap(({ namespace: of, runs }) =>
    of !== namespace || isOperation(runs) || !runs.document
      ? []
      : [[`that ${namespace} publishes`, createPublishedDocument(plans, namespace, ROOT, runs.document)] as const],
  );
  return [[`of ${namespace || 'the site'}`, printed], ...published];
}

let sites: ExampleSites;

/** Namespaces whose items `places.ts` can create, so that every example must succeed. In other namespaces, a documented refusal is also accepted. */
const fillableNamespaces = new Set([
  '',
  'batch/v1',
  'oembed/1.0',
  'core/v2',
  'vendor/events/v1',
  'evt/v1',
  'vendor/views/v2',
  'vendor/tickets/v1',
]);

const getStatus = (entry: unknown): number => (typeof entry === 'number' ? entry : ((entry as { status?: number } | null)?.status ?? 0));
const getCode = (code: string, entry: unknown): string => {
  const { code: own, extra } = (entry ?? {}) as { code?: unknown; extra?: { code?: unknown } };
  const published = own ?? extra?.code;
  return typeof published === 'string' ? published : code;
};

/** Published codes with status 500, as declared in the map. Any other 500 is a fault. */
const publishedServerErrors = new Set(
  namespaceTables.flatMap(({ options, routes }) =>
    [options.failures, ...routes.map(([, , , , , route]) => route?.failures)].flatMap((table) =>
      Object.entries(table ?? {})
        .filter(([, entry]) => getStatus(entry) === 500)
        .map(([code, entry]) => getCode(code, entry)),
    ),
  ),
);

/** Defines tests that send every example of the namespaces' documents. */
export function testExamples(namespaces: readonly string[]): void {
  beforeAll(async () => {
    setClock(createFrozenClock(RECORDED_AT));
    sites = await ExampleSites.open();
  });
  afterAll(async () => {
    setClock();
    await sites.close();
  });

  // these requests are sent first, before any other request changes the site
  const accepted = testRecordedResponses(namespaces, () => sites);

  describe.each(
    namespaces.flatMap((namespace) => listDocuments(namespace).map((titled) => [...titled, fillableNamespaces.has(namespace)] as const)),
  )('Examples of the document %s', (name, document, mustSucceed) => {
    const isPrinted = name.startsWith('of ');
    const documented = new DocumentedResponses(document);
    const basePath = new URL(documented.document.servers[0]?.url ?? ROOT).pathname.slice('/rest'.length).replace(/\/$/, '');
    const operations = Object.entries(documented.document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, path, method, operation] as const),
    );

    it.each(operations)('%s returns the documented response', async (_title, path, method, operation) => {
      for (const [index, example] of listExamples(operation).entries()) {
        if (index === 0 && isPrinted && accepted.has(`${method.toUpperCase()} ${path}`)) continue;
        const { status, body, text } = await sites.send(method, `${basePath}${path}`, operation, example);
        const where = `${method} ${path} with ${example.title}: ${JSON.stringify(example)} → ${text.slice(0, 300)}`;
        if (mustSucceed) expect(status, where).toBeLessThan(300);
        // the documents describe these responses with `default`
        if (publishedServerErrors.has(body?.code)) continue;
        expect(status, where).toBeLessThan(500);
        expect(documented.faults(path, method, status, body), where).toEqual([]);
      }
    });
  });
}
