import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { isOperation, type Plan } from '../../src/rest/engine/plan.ts';
import type { RecordedResponse, RouteRefusals } from '../../src/rest/routes/recorded-responses.ts';
import type { Method } from '../../src/rest/table.ts';
import { seedDemoContents } from '../../src/first-contents.ts';
import { folderOf } from '../../rest-map/map.ts';
import { packed } from '../maps/packing.ts';
import type { RestReply } from '../support/site.ts';
import { DocumentedResponses } from './documented-responses.ts';
import { type Example, type ExampleSites, examplesOf } from './example-sites.ts';
import { connectAnalytics, undoesAnalytics } from './inputs-analytics.ts';
import { galleryPost } from './inputs-compliance.ts';
import { filledPath } from './places.ts';
import { mapEngine } from './printed.ts';
import { beginNumbers, FixedResponses, recorded } from './recorded-responses.ts';
import { keptRefusals, refusalFaults, refusalsOf } from './route-refusals.ts';
import { notTaken } from './routes-not-taken.ts';
import { inputsFor, shownInput } from './two-sites.ts';

// Sends the documented request of every route on a site with demo content, and compares the response with `rest-map/<namespace>/responses.json`, the source
// of the examples in the documents. `vitest run --mode exhaustive test/contract/examples- -u` writes these files, `npm run print` the documents.

/** The route that takes a file instead of a body. */
const UPLOAD = 'POST /core/v2/media';

const { router, plans } = mapEngine();

interface Asked {
  plan: Plan;
  method: Method;
  title: string;
}

/** Sorts routes: list reads first, which see only the demo content; routes that undo what others need come last. */
const rankOf = ({ plan, method }: Asked) => (undoesAnalytics(plan.path) ? 3 : method !== 'GET' ? 2 : plan.segments.length > 0 ? 1 : 0);

// all methods of a route are one operation: tests its first one
const rowsOf = (namespace: string): Asked[] =>
  plans
    .filter((plan) => plan.namespace === namespace)
    .flatMap((plan) => plan.methods.slice(0, 1).map((method) => ({ plan, method, title: `${method} ${plan.path}` })))
    .toSorted((a, b) => rankOf(a) - rankOf(b));

/** Returns the first item of the collection that a route reads, if one exists. */
async function firstOf({ site }: ExampleSites, { path, segments }: Plan): Promise<Record<string, string>> {
  const [place] = segments;
  const [collection = ''] = path.split('/{');
  if (!place || !/^(?:id|slug)$/.test(place.name) || path.includes('base64')) return {};
  const { body } = await site.rest('GET', collection.replace(/\/by-slug$/, ''), { as: 'administrator' });
  const list: unknown = Array.isArray(body) ? body : Object.values((body ?? {}) as object).find(Array.isArray);
  const value = Array.isArray(list) ? (list[0] as Record<string, unknown> | undefined)?.[place.name] : undefined;
  return typeof value === 'number' || typeof value === 'string' ? { [place.name]: encodeURIComponent(value) } : {};
}

const inputsOfRow = async ({ site }: ExampleSites, { plan, method }: Asked): Promise<Example[]> => {
  if (!isOperation(plan.runs)) return [];
  const galleryId = plan.namespace === 'gallery-convert/v1' ? await galleryPost(site) : 0;
  const inQuery = method === 'GET' || method === 'DELETE';
  const unpublished = shownInput(plan);
  const inputs = inputsFor(plan, method, 2, galleryId);
  return [...inputs, unpublished, ...inputs.map((input) => ({ ...input, ...unpublished }))].map((input) =>
    inQuery ? { title: 'a query', query: input } : { title: 'JSON', body: input },
  );
};

/** Tests that every route returns its recorded response. Returns the titles of routes that accepted their documented request. */
export function testRecordedResponses(namespaces: readonly string[], sites: () => ExampleSites): ReadonlySet<string> {
  const taken = new Set<string>();
  let fixed: FixedResponses;

  beforeAll(async () => {
    const { site } = sites();
    const { id } = await site.user('administrator');
    for (const name of ['administrator2', 'subscriber', 'editor'] as const) await site.user(name);
    await seedDemoContents(site.site, id);
    if (namespaces.includes('site-analytics/v1')) await connectAnalytics(site);
    if (namespaces.includes('consent-banner/v1')) await filledPath(site, '/consent-banner/v1/consent/{id}', 'Consent');
    await beginNumbers(site);
    fixed = new FixedResponses();
  });

  describe.each(namespaces)('Responses of %s', (namespace) => {
    const document = openApiDocument(router, { namespace, restUrl: 'http://site.test/rest', title: 'x', version: '1' });
    const documented = new DocumentedResponses(document);
    const answers: Record<string, RecordedResponse> = {};

    it.each(rowsOf(namespace).map((row) => [row.title, row] as const))('%s', async (title, { plan, method }) => {
      const operation = documented.document.paths[plan.path]?.[method.toLowerCase()];
      if (!operation) throw new Error(`${title} is not documented`);
      const [shown] = examplesOf(operation);
      const inputs = await inputsOfRow(sites(), { plan, method, title });
      for (const example of [...(shown && !shown.form ? [shown] : []), ...inputs]) {
        const known = method === 'GET' ? await firstOf(sites(), plan) : {};
        const isPacked = plan.options.sent?.packed !== undefined;
        const path = isPacked
          ? plan.path.replace(`{${plan.options.sent?.packed?.place}}`, packed(example.query ?? {}).replace(/^base64/, ''))
          : await sites().madePath(plan.path, operation, known);
        const reply: RestReply =
          title === UPLOAD
            ? await sites().upload(path)
            : await sites().sendTo(sites().site, method, plan.path, path, isPacked ? { title: example.title } : example);
        if (reply.status >= 300) continue;
        const isValid = (body: unknown) => documented.faults(plan.path, method.toLowerCase(), reply.status, body).length === 0;
        expect(documented.faults(plan.path, method.toLowerCase(), reply.status, reply.body), title).toEqual([]);
        const answer = recorded(reply, { fixed: (value) => fixed.of(value, path), isValid, describes: !isOperation(plan.runs) });
        if ('body' in answer) expect(isValid(answer.body), `${title}: what is kept is valid`).toBe(true);
        if (example === shown) taken.add(title);
        expect(notTaken, `${title} is taken after all`).not.toHaveProperty([title]);
        answers[title] = answer;
        return;
      }
      expect(notTaken[title], `${title} takes no request that the tests know: show one as the \`example\` of the row`).toBeDefined();
    });

    it('match responses.json', async () => {
      const sorted = Object.fromEntries(Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot(`../../rest-map/${folderOf(namespace)}/responses.json`);
    });
  });

  // after all responses, because requests of visitors change the responses to others
  describe.each(namespaces)('Refusals of %s', (namespace) => {
    const document = openApiDocument(router, { namespace, restUrl: 'http://site.test/rest', title: 'x', version: '1' });
    const documented = new DocumentedResponses(document);
    const refusals: Record<string, RouteRefusals> = {};

    it.each(rowsOf(namespace).map((row) => [row.title, row] as const))('%s', async (title, { plan, method }) => {
      const operation = documented.document.paths[plan.path]?.[method.toLowerCase()];
      if (!operation) throw new Error(`${title} is not documented`);
      const [example = { title: 'nothing' }] = examplesOf(operation);
      const path = () => sites().madePath(plan.path, operation);
      const kept = keptRefusals(await refusalsOf(sites().site, { plan, method, path, example }), (value) => fixed.of(value, ''));
      expect(refusalFaults(documented, plan, method, kept)).toEqual([]);
      if (Object.keys(kept).length > 0) refusals[title] = kept;
    });

    it('match refusals.json', async () => {
      const sorted = Object.fromEntries(Object.entries(refusals).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot(`../../rest-map/${folderOf(namespace)}/refusals.json`);
    });
  });
  return taken;
}
