import { beforeAll, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../src/rest/openapi/document.ts';
import { isOperation, type Plan } from '../../src/rest/engine/plan.ts';
import type { RecordedResponse, RouteRefusals } from '../../src/rest/routes/recorded-responses.ts';
import type { Method } from '../../src/rest/parameters/request.ts';
import { seedDemoContent } from '../../src/initial-content.ts';
import { getFolder } from '../../rest-map/map.ts';
import { packParameters } from '../maps/packing.ts';
import type { RestResponse } from '../support/site.ts';
import { DocumentedResponses } from './documented-responses.ts';
import { type Example, type ExampleSites, listExamples } from './example-sites.ts';
import { connectAnalytics, removesAnalyticsData } from './inputs-analytics.ts';
import { createGalleryPost } from './inputs-compliance.ts';
import { fillPath } from './places.ts';
import { getMapEngine } from './printed.ts';
import { startSequences, FixedResponses, toRecorded } from './recorded-responses.ts';
import { selectFirstRefusals, findRefusalFaults, collectRefusals } from './route-refusals.ts';
import { notAccepted } from './routes-not-accepted.ts';
import { getInputs, getExampleInput } from './two-sites.ts';

// Sends the documented request of every route on a site with demo content, and compares the response with `rest-map/<namespace>/responses.json`, the
// source of the examples in the documents. `vitest run --mode exhaustive test/contract/examples- -u` writes these files, `npm run print` writes the
// documents.

/** The route that takes a file instead of a body. */
const UPLOAD = 'POST /core/v2/media';

const { router, plans } = getMapEngine();

interface Route {
  plan: Plan;
  method: Method;
  title: string;
}

/** Sorts routes: first lists, which then contain only the demo content, and last routes that remove data that others need. */
const getRank = ({ plan, method }: Route) =>
  removesAnalyticsData(plan.path) ? 3 : method !== 'GET' ? 2 : plan.segments.length > 0 ? 1 : 0;

// all methods of a route are one operation, so only the first method is tested
const listRoutes = (namespace: string): Route[] =>
  plans
    .filter((plan) => plan.namespace === namespace)
    .flatMap((plan) => plan.methods.slice(0, 1).map((method) => ({ plan, method, title: `${method} ${plan.path}` })))
    .toSorted((a, b) => getRank(a) - getRank(b));

/** Returns the first item of the collection that a route reads, if one exists. */
async function findFirstItem({ site }: ExampleSites, { path, segments }: Plan): Promise<Record<string, string>> {
  const [segment] = segments;
  const [collection = ''] = path.split('/{');
  if (!segment || !/^(?:id|slug)$/.test(segment.name) || path.includes('base64')) return {};
  const { body } = await site.rest('GET', collection.replace(/\/by-slug$/, ''), { as: 'administrator' });
  const list: unknown = Array.isArray(body) ? body : Object.values((body ?? {}) as object).find(Array.isArray);
  const value = Array.isArray(list) ? (list[0] as Record<string, unknown> | undefined)?.[segment.name] : undefined;
  return typeof value === 'number' || typeof value === 'string' ? { [segment.name]: encodeURIComponent(value) } : {};
}

const createExamples = async ({ site }: ExampleSites, { plan, method }: Route): Promise<Example[]> => {
  if (!isOperation(plan.runs)) return [];
  const galleryId = plan.namespace === 'gallery-convert/v1' ? await createGalleryPost(site) : 0;
  const isSentInQuery = method === 'GET' || method === 'DELETE';
  const example = getExampleInput(plan);
  const inputs = getInputs(plan, method, 2, galleryId);
  return [...inputs, example, ...inputs.map((input) => ({ ...input, ...example }))].map((input) =>
    isSentInQuery ? { title: 'a query', query: input } : { title: 'JSON', body: input },
  );
};

/** Tests that every route returns its recorded response. Returns the titles of routes that accepted their documented request. */
export function testRecordedResponses(namespaces: readonly string[], sites: () => ExampleSites): ReadonlySet<string> {
  const accepted = new Set<string>();
  let fixed: FixedResponses;

  beforeAll(async () => {
    const { site } = sites();
    const { id } = await site.user('administrator');
    for (const name of ['administrator2', 'subscriber', 'editor'] as const) await site.user(name);
    await seedDemoContent(site.site, id);
    if (namespaces.includes('site-analytics/v1')) await connectAnalytics(site);
    if (namespaces.includes('consent-banner/v1')) await fillPath(site, '/consent-banner/v1/consent/{id}', 'Consent');
    await startSequences(site);
    fixed = new FixedResponses();
  });

  describe.each(namespaces)('Responses of %s', (namespace) => {
    const document = createOpenApiDocument(router, { namespace, restUrl: 'http://site.test/rest', title: 'x', version: '1' });
    const documented = new DocumentedResponses(document);
    const responses: Record<string, RecordedResponse> = {};

    it.each(listRoutes(namespace).map((route) => [route.title, route] as const))('%s', async (title, { plan, method }) => {
      const operation = documented.document.paths[plan.path]?.[method.toLowerCase()];
      if (!operation) throw new Error(`${title} is not documented`);
      const [first] = listExamples(operation);
      const inputs = await createExamples(sites(), { plan, method, title });
      for (const example of [...(first && !first.form ? [first] : []), ...inputs]) {
        const known = method === 'GET' ? await findFirstItem(sites(), plan) : {};
        const isPacked = plan.options.requestFormat?.packed !== undefined;
        const path = isPacked
          ? plan.path.replace(`{${plan.options.requestFormat?.packed?.place}}`, packParameters(example.query ?? {}).replace(/^base64/, ''))
          : await sites().createPath(plan.path, operation, known);
        const reply: RestResponse =
          title === UPLOAD
            ? await sites().upload(path)
            : await sites().sendTo(sites().site, method, plan.path, path, isPacked ? { title: example.title } : example);
        if (reply.status >= 300) continue;
        const isValid = (body: unknown) => documented.faults(plan.path, method.toLowerCase(), reply.status, body).length === 0;
        expect(documented.faults(plan.path, method.toLowerCase(), reply.status, reply.body), title).toEqual([]);
        const response = toRecorded(reply, { fix: (value) => fixed.of(value, path), isValid, describes: !isOperation(plan.runs) });
        if ('body' in response) expect(isValid(response.body), `${title}: the recorded body is valid`).toBe(true);
        if (example === first) accepted.add(title);
        expect(notAccepted, `${title} accepts a request, so remove it from routes-not-accepted.ts`).not.toHaveProperty([title]);
        responses[title] = response;
        return;
      }
      expect(notAccepted[title], `${title} accepts no request of the tests: add one as the \`example\` of the route`).toBeDefined();
    });

    it('match responses.json', async () => {
      const sorted = Object.fromEntries(Object.entries(responses).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot(`../../rest-map/${getFolder(namespace)}/responses.json`);
    });
  });

  // after all responses, because requests of visitors change the responses to others
  describe.each(namespaces)('Refusals of %s', (namespace) => {
    const document = createOpenApiDocument(router, { namespace, restUrl: 'http://site.test/rest', title: 'x', version: '1' });
    const documented = new DocumentedResponses(document);
    const refusals: Record<string, RouteRefusals> = {};

    it.each(listRoutes(namespace).map((route) => [route.title, route] as const))('%s', async (title, { plan, method }) => {
      const operation = documented.document.paths[plan.path]?.[method.toLowerCase()];
      if (!operation) throw new Error(`${title} is not documented`);
      const [example = { title: 'nothing' }] = listExamples(operation);
      const path = () => sites().createPath(plan.path, operation);
      const recordedRefusals = selectFirstRefusals(await collectRefusals(sites().site, { plan, method, path, example }), (value) =>
        fixed.of(value, ''),
      );
      expect(findRefusalFaults(documented, plan, method, recordedRefusals)).toEqual([]);
      if (Object.keys(recordedRefusals).length > 0) refusals[title] = recordedRefusals;
    });

    it('match refusals.json', async () => {
      const sorted = Object.fromEntries(Object.entries(refusals).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot(`../../rest-map/${getFolder(namespace)}/refusals.json`);
    });
  });
  return accepted;
}
