import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicSchema } from '../../graphql/schema.ts';
import { createDictionary, type Dictionary } from '../../src/rest/dictionary/dictionary.ts';
import { createExampleRequest } from '../../src/rest/dictionary/example.ts';
import { isOperation, type Plan } from '../../src/rest/engine/plan.ts';
import type { Method } from '../../src/rest/parameters/request.ts';
import { packParameters } from '../maps/packing.ts';
import { getSharedSchema } from '../support/app.ts';
import type { WholeSite } from '../support/site.ts';
import { type Input, encodeQuery } from './inputs.ts';
import { removesAnalyticsData } from './inputs-analytics.ts';
import { fillPath } from './places.ts';
import { compareValues, getRefusal } from './same-values.ts';
import { getInputs, openTwoSites, routesToSend, type TwoSites } from './two-sites.ts';

// Sends REST requests and the GraphQL documents that docs/rest shows instead, and compares the values of both responses. `rest-map/compared.json`
// records
// the number of compared values of each route for the printed pages (`vitest run -u` writes it, `npm run print` the pages). It excludes routes whose
// requests in these tests are all refused.

let sites: TwoSites;
let dictionary: Dictionary;
const counts: Record<string, number> = {};

/** Operations whose responses differ, with the reason. */
const differences: Readonly<Record<string, string>> = {
  'POST /vendor/events/v1/venues': 'REST reuses a venue of the same name, GraphQL creates another one',
  'POST /vendor/events/v1/organizers': 'REST reuses an organizer of the same name, GraphQL creates another one',
};

beforeAll(async () => {
  sites = await openTwoSites({ servesWhole: false });
  const { publicSources } = sites.rest.engine;
  dictionary = createDictionary({
    wholeSchema: getSharedSchema(),
    publicSchema: createPublicSchema(getSharedSchema()),
    sources: publicSources,
  });
});
afterAll(() => sites.close());

const isRead = ({ runs }: Plan) => isOperation(runs) && runs.operation.operation === 'query';

/** Sorts routes: routes that create items, lists, other routes, and finally routes that remove data that others need. */
const rankOf = ({ plan, title }: (typeof routesToSend)[number]) =>
  removesAnalyticsData(plan.path) ? 3 : title in differences ? 2 : isRead(plan) && plan.segments.length === 0 ? 1 : 0;
const routes = routesToSend.toSorted((a, b) => rankOf(a) - rankOf(b));

const inQuery = (method: Method) => method === 'GET' || method === 'DELETE';

interface RouteInput {
  plan: Plan;
  method: Method;
  input: Input;
}

async function pathFor(site: WholeSite, { plan, input }: RouteInput): Promise<string> {
  const { packed: packing } = plan.options.requestFormat ?? {};
  if (packing) return plan.path.replace(`{${packing.place}}`, packParameters(input).replace(/^base64/, ''));
  // string values that the route documents in its path; items with IDs are created
  const words = plan.segments.flatMap(({ name }) => {
    const example = plan.options.example?.[name];
    return typeof example === 'string' ? [[name, example] as const] : [];
  });
  return await fillPath(site, plan.path, `Thing ${sites.things()}`, Object.fromEntries(words));
}

/** Sends an input to REST and GraphQL: reads to the same site, writes to a separate site each. Returns null if the old operation refuses it. */
async function compareOne(routeInput: RouteInput): Promise<{ count: number; faults: string[] } | null> {
  sites.advance();
  const { plan, method, input } = routeInput;
  // creates items on both sites for every input, so that their IDs stay equal
  const [path, otherPath] = [await pathFor(sites.rest, routeInput), await pathFor(sites.graphql, routeInput)];
  const values = plan.options.requestFormat?.packed ? {} : inQuery(method) ? { query: encodeQuery(input) } : { body: input };
  const reply = await sites.rest.rest(method, path, { as: 'administrator', ...values });
  const [site, graphqlPath] = isRead(plan) ? [sites.rest, path] : [sites.graphql, otherPath];
  if (reply.status >= 400) return null;
  // string values in a path are encoded
  const segments = Object.entries(site.engine.router.find(graphqlPath)?.segments ?? {}).map(([name, value]) => [
    name,
    decodeURIComponent(value),
  ]);
  const entry = dictionary.get(plan, { ...input, ...Object.fromEntries(segments) });
  if (entry.kind === 'none') return null;
  const { text, variables } = entry.document;
  const response = await site.graphql(text, variables, 'administrator');
  const refused = getRefusal(response);
  const where = `${JSON.stringify(input)} → ${JSON.stringify(variables)}`;
  if (refused !== null) return { count: 0, faults: [`${where}: REST ${reply.status}, GraphQL ${refused}`] };
  const { count, faults } = compareValues(entry, reply, response.data);
  return { count, faults: faults.map((fault) => `${where}: ${fault}`) };
}

/** Returns the documented request without path parameters, then the inputs of other tests. */
function inputsToTry(plan: Plan, method: Method): Input[] {
  const segments = new Set(plan.segments.map(({ name }) => name));
  const example = Object.fromEntries(Object.entries(createExampleRequest(plan)).filter(([name]) => !segments.has(name)));
  return [example, ...getInputs(plan, method, 2, sites.galleryId)];
}

describe('The GraphQL replacement returns the values of the old operation', () => {
  it.each(routes.map((route) => [route.title, route] as const))('%s', async (title, { plan, method }) => {
    for (const input of inputsToTry(plan, method)) {
      const outcome = await compareOne({ plan, method, input });
      if (outcome === null) continue;
      if (differences[title]) expect(outcome.faults).not.toEqual([]);
      else {
        expect(outcome.faults).toEqual([]);
        counts[title] = outcome.count;
      }
      // the first request that the old operation accepts is sufficient
      return;
    }
  });

  it('in the number that is recorded in rest-map/compared.json', async () => {
    const sorted = Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot('../../rest-map/compared.json');
  });
});
