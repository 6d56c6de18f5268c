import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../src/rest/engine/plan.ts';
import type { Method } from '../../src/rest/table.ts';
import type { TestUserName, WholeSite } from '../support/site.ts';
import { type Outcome, type Sent, throughGraphql, throughRest, withoutRandom } from './apis.ts';
import { ResponseSchemas } from './response-schemas.ts';
import { packed } from '../maps/packing.ts';
import { filledPath } from './places.ts';
import { nothingCalled } from './places-consent.ts';
import type { Input } from './inputs.ts';
import { inputsFor, openTwoSites, rowsToSend, shownInput, type TwoSites } from './two-sites.ts';

let sites: TwoSites;
let schemas: ResponseSchemas;

beforeAll(async () => {
  sites = await openTwoSites({ servesWhole: true });
  schemas = new ResponseSchemas(sites.rest.engine.router);
});
afterAll(() => sites.close());

const INPUTS = 4;
/** Number of inputs for anonymous callers, most of whose requests are refused. */
const INPUTS_OF_NOBODY = 2;

/** Returns a path to a missing item: an ID or name that does not exist. */
const unknown = ({ path, segments }: Plan) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'uuid') return '123e4567-e89b-42d3-a456-426614174000';
    const { pattern = '' } = segments.find((segment) => segment.name === name) ?? {};
    return new RegExp(`^(?:${pattern})$`).test('2000000000') ? '2000000000' : (nothingCalled[name] ?? name);
  });

/** Returns the items of a page and removes echoed members, because only REST has them. */
function itemsOf({ response: { kind, key = 'items', echo = {} } }: Plan, outcome: Outcome): Outcome {
  if (!('body' in outcome) || typeof outcome.body !== 'object' || outcome.body === null) return outcome;
  if (kind === 'page') return { ...outcome, body: (outcome.body as Record<string, unknown>)[key] };
  if (Object.keys(echo).length === 0) return outcome;
  return { ...outcome, body: Object.fromEntries(Object.entries(outcome.body).filter(([name]) => !Object.hasOwn(echo, name))) };
}

interface Transport {
  site: WholeSite;
  ask: (site: WholeSite, sent: Sent) => Promise<Outcome | null>;
  /** Paths to items that are only read, by route. */
  readPaths: Map<string, string>;
}

/** Returns the path to an item created for this input. Read routes share one item. */
async function knownPath({ site, readPaths }: Transport, plan: Plan, method: Method): Promise<string> {
  const path = readPaths.get(plan.path) ?? (await filledPath(site, plan.path, `Thing ${sites.things()}`));
  if (method === 'GET') readPaths.set(plan.path, path);
  return path;
}

/** Sends the input through one API. */
async function sendThrough(transport: Transport, row: Omit<Sent, 'path'>, isKnown: boolean): Promise<Outcome | null> {
  const { site, ask } = transport;
  // the plan of this site, because its documents are its own
  const plan = site.engine.plans.find(({ path, methods }) => path === row.plan.path && methods[0] === row.plan.methods[0]) as Plan;
  // the path itself contains the parameters
  const packing = plan.options.sent?.packed;
  if (packing) {
    const path = plan.path.replace(`{${packing.place}}`, packed(row.input).replace(/^base64/, ''));
    return await ask(site, { ...row, plan, path, input: {} });
  }
  const path = isKnown ? await knownPath(transport, plan, row.method) : unknown(plan);
  return await ask(site, { ...row, plan, path });
}

type Transports = Record<'rest' | 'graphql', Transport>;

/** Sends an input through both APIs. Returns true if it had a GraphQL form. */
async function compareOne(
  { rest, graphql }: Transports,
  { plan, method, input, as }: Omit<Sent, 'path'>,
  isKnown: boolean,
): Promise<boolean> {
  sites.advance();
  const one = { plan, method, input, as };
  const byRest = (await sendThrough(rest, one, isKnown)) as Outcome;
  const byGraphql = await sendThrough(graphql, one, isKnown);
  const where = `${method} ${plan.path} ${JSON.stringify(input)}`;
  if ('whole' in byRest) expect(schemas.faults(plan, byRest.whole), `${where} and its answer's schema`).toEqual([]);
  if (byGraphql === null) expect(byRest, where).toMatchObject({ code: expect.not.stringMatching(/^fault/) });
  else expect(withoutRandom(itemsOf(plan, byRest)), where).toEqual(withoutRandom(byGraphql));
  return byGraphql !== null;
}

/** Limits repeated inputs of routes with few parameters to one for reads and two for writes, because a second write may be refused. */
function withoutRepetitions(inputs: readonly Input[], method: Method): Input[] {
  const texts = inputs.map((input) => JSON.stringify(input));
  const most = method === 'GET' ? 1 : 2;
  return inputs.filter((_, at) => texts.slice(0, at).filter((text) => text === texts[at]).length < most);
}

/** Sends inputs for the route through both APIs. Returns the number of inputs with a GraphQL form. */
async function compare(plan: Plan, method: Method, as: TestUserName | undefined): Promise<number> {
  const transports: Transports = {
    rest: { site: sites.rest, ask: throughRest, readPaths: new Map() },
    graphql: { site: sites.graphql, ask: throughGraphql, readPaths: new Map() },
  };
  let compared = 0;
  const inputs = inputsFor(plan, method, as === undefined ? INPUTS_OF_NOBODY : INPUTS, sites.galleryId);
  for (const input of withoutRepetitions(inputs, method))
    compared += Number(await compareOne(transports, { plan, method, input, as }, true));
  if (plan.segments.length > 0)
    for (const input of inputsFor(plan, method, 1, sites.galleryId))
      compared += Number(await compareOne(transports, { plan, method, input, as }, false));
  // a parameter check of the route may refuse what its schema allows
  if (compared === 0) compared += Number(await compareOne(transports, { plan, method, input: shownInput(plan), as }, true));
  return compared;
}

describe.each([
  ['anonymous', undefined],
  ['an administrator', 'administrator'],
] as const)('REST and GraphQL respond to %s equally, as documented in OpenAPI', (_name, as) => {
  it.each(rowsToSend.map((row) => [row.title, row] as const))('%s', async (_title, row) => {
    const compared = await compare(row.plan, row.method, as);
    expect(compared, 'No input reached GraphQL: add one that does as the `example` of the route').toBeGreaterThan(0);
  });
});

it('The schemas of the document refuse other responses', () => {
  const plan = sites.rest.engine.plans.find(({ path, methods }) => path === '/core/v2/posts/{id}' && methods.includes('GET')) as Plan;
  expect(schemas.faults(plan, { id: 'one' }).join('\n')).toMatch(
    /\/id must be integer[\s\S]*must have required property 'slug'|must have required property 'slug'[\s\S]*\/id must be integer/,
  );
});
