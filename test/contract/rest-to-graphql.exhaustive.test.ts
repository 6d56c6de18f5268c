import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicSchema } from '../../graphql/schema.ts';
import { createDictionary, type Dictionary } from '../../src/rest/dictionary/dictionary.ts';
import { exampleRequest } from '../../src/rest/dictionary/example.ts';
import { isOperation, type Plan } from '../../src/rest/engine/plan.ts';
import type { Method } from '../../src/rest/table.ts';
import { packed } from '../maps/packing.ts';
import { sharedSchema } from '../support/app.ts';
import type { WholeSite } from '../support/site.ts';
import { type Input, queryOf } from './inputs.ts';
import { undoesAnalytics } from './inputs-analytics.ts';
import { filledPath } from './places.ts';
import { compared, refusedBy } from './same-values.ts';
import { inputsFor, openTwoSites, rowsToSend, type TwoSites } from './two-sites.ts';

// Sends the replacements documented in docs/rest as well as the old requests, and compares the values of both responses. `rest-map/compared.json` records
// the number of compared values by operation for the printed pages (`vitest run -u` writes it, `npm run print` the pages). It excludes operations whose
// requests in these tests are all refused.

let sites: TwoSites;
let dictionary: Dictionary;
const counts: Record<string, number> = {};

/** Operations whose responses differ, with the reason. */
const differences: Readonly<Record<string, string>> = {
  'POST /vendor/events/v1/venues': 'REST uses one of the same name again, GraphQL makes another',
  'POST /vendor/events/v1/organizers': 'REST uses one of the same name again, GraphQL makes another',
};

beforeAll(async () => {
  sites = await openTwoSites({ servesWhole: false });
  const { publicSources } = sites.rest.engine;
  dictionary = createDictionary({ whole: sharedSchema(), shown: publicSchema(sharedSchema()), sources: publicSources });
});
afterAll(() => sites.close());

const isRead = ({ runs }: Plan) => isOperation(runs) && runs.operation.operation === 'query';

/** Sorts routes: creating ones, lists, different ones, and finally those that undo what others need. */
const rankOf = ({ plan, title }: (typeof rowsToSend)[number]) =>
  undoesAnalytics(plan.path) ? 3 : title in differences ? 2 : isRead(plan) && plan.segments.length === 0 ? 1 : 0;
const rows = rowsToSend.toSorted((a, b) => rankOf(a) - rankOf(b));

const inQuery = (method: Method) => method === 'GET' || method === 'DELETE';

interface Asked {
  plan: Plan;
  method: Method;
  input: Input;
}

async function pathFor(site: WholeSite, { plan, input }: Asked): Promise<string> {
  const { packed: packing } = plan.options.sent ?? {};
  if (packing) return plan.path.replace(`{${packing.place}}`, packed(input).replace(/^base64/, ''));
  // text values that the route documents in its path; items with IDs are created
  const words = plan.segments.flatMap(({ name }) => {
    const shown = plan.options.example?.[name];
    return typeof shown === 'string' ? [[name, shown] as const] : [];
  });
  return await filledPath(site, plan.path, `Thing ${sites.things()}`, Object.fromEntries(words));
}

/** Sends an input both ways: reads to one site, writes to one site each. Returns null if the old operation refuses it. */
async function compareOne(asked: Asked): Promise<{ count: number; faults: string[] } | null> {
  sites.advance();
  const { plan, method, input } = asked;
  // creates items on both sites for every input, so that their IDs stay equal
  const [path, otherPath] = [await pathFor(sites.rest, asked), await pathFor(sites.graphql, asked)];
  const sent = plan.options.sent?.packed ? {} : inQuery(method) ? { query: queryOf(input) } : { body: input };
  const old = await sites.rest.rest(method, path, { as: 'administrator', ...sent });
  const [site, its] = isRead(plan) ? [sites.rest, path] : [sites.graphql, otherPath];
  if (old.status >= 400) return null;
  // text values in a path are encoded
  const places = Object.entries(site.engine.router.find(its)?.segments ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
  const entry = dictionary.of(plan, { ...input, ...Object.fromEntries(places) });
  if (entry.made === 'none') return null;
  const { document, variables } = entry.shown;
  const answer = await site.graphql(document, variables, 'administrator');
  const refused = refusedBy(answer);
  const where = `${JSON.stringify(input)} → ${JSON.stringify(variables)}`;
  if (refused !== null) return { count: 0, faults: [`${where}: REST ${old.status}, GraphQL ${refused}`] };
  const { count, faults } = compared(entry, old, answer.data);
  return { count, faults: faults.map((fault) => `${where}: ${fault}`) };
}

/** Returns the documented request without path parameters, then the inputs of other tests. */
function inputsToTry(plan: Plan, method: Method): Input[] {
  const places = new Set(plan.segments.map(({ name }) => name));
  const shown = Object.fromEntries(Object.entries(exampleRequest(plan)).filter(([name]) => !places.has(name)));
  return [shown, ...inputsFor(plan, method, 2, sites.galleryId)];
}

describe('The GraphQL replacement returns the values of the old operation', () => {
  it.each(rows.map((row) => [row.title, row] as const))('%s', async (title, { plan, method }) => {
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

  it('in the number recorded in rest-map/compared.json', async () => {
    const sorted = Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot('../../rest-map/compared.json');
  });
});
