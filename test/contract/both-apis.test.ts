import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../src/rest/engine/plan.ts';
import type { Method } from '../../src/rest/parameters/request.ts';
import type { TestUserName, WholeSite } from '../support/site.ts';
import { type Outcome, type RouteInput, sendThroughGraphql, sendThroughRest, removeRandomValues } from './apis.ts';
import { ResponseSchemas } from './response-schemas.ts';
import { packParameters } from '../maps/packing.ts';
import { fillPath } from './places.ts';
import { missingNames } from './places-consent.ts';
import type { Input } from './inputs.ts';
import { getInputs, openTwoSites, routesToSend, getExampleInput, type TwoSites } from './two-sites.ts';

let sites: TwoSites;
let schemas: ResponseSchemas;

beforeAll(async () => {
  sites = await openTwoSites({ servesWhole: true });
  schemas = new ResponseSchemas(sites.rest.engine.router);
});
afterAll(() => sites.close());

const INPUTS = 4;
/** Number of inputs that are sent as an anonymous caller. Most of these requests are refused. */
const ANONYMOUS_INPUTS = 2;

/** Returns a path to a missing item: an ID or name that does not exist. */
const missingPath = ({ path, segments }: Plan) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'uuid') return '123e4567-e89b-42d3-a456-426614174000';
    const { pattern = '' } = segments.find((segment) => segment.name === name) ?? {};
    return new RegExp(`^(?:${pattern})$`).test('2000000000') ? '2000000000' : (missingNames[name] ?? name);
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
  send: (site: WholeSite, input: RouteInput) => Promise<Outcome | null>;
  /** Paths to items that are only read, by route. */
  readPaths: Map<string, string>;
}

/** Returns the path to an item created for this input. Read routes share one item. */
async function existingPath({ site, readPaths }: Transport, plan: Plan, method: Method): Promise<string> {
  const path = readPaths.get(plan.path) ?? (await fillPath(site, plan.path, `Thing ${sites.things()}`));
  if (method === 'GET') readPaths.set(plan.path, path);
  return path;
}

/** Sends the input through one API, for an existing item or a missing one. */
async function sendThrough(transport: Transport, routeInput: Omit<RouteInput, 'path'>, exists: boolean): Promise<Outcome | null> {
  const { site, send } = transport;
  const { plan: route, method, input } = routeInput;
  // each site has its own plans and documents
  const plan = site.engine.plans.find(({ path, methods }) => path === route.path && methods[0] === route.methods[0]) as Plan;
  // the path itself contains the parameters
  const packing = plan.options.requestFormat?.packed;
  if (packing) {
    const path = plan.path.replace(`{${packing.place}}`, packParameters(input).replace(/^base64/, ''));
    return await send(site, { ...routeInput, plan, path, input: {} });
  }
  const path = exists ? await existingPath(transport, plan, method) : missingPath(plan);
  return await send(site, { ...routeInput, plan, path });
}

type Transports = Record<'rest' | 'graphql', Transport>;

/** Sends an input to both APIs. Returns true if GraphQL can express it. */
async function compareInput({ rest, graphql }: Transports, routeInput: Omit<RouteInput, 'path'>, exists: boolean): Promise<boolean> {
  sites.advance();
  const { plan, method, input } = routeInput;
  const byRest = (await sendThrough(rest, routeInput, exists)) as Outcome;
  const byGraphql = await sendThrough(graphql, routeInput, exists);
  const where = `${method} ${plan.path} ${JSON.stringify(input)}`;
  if ('wholeBody' in byRest) expect(schemas.faults(plan, byRest.wholeBody), `${where} and the schema of its response`).toEqual([]);
  if (byGraphql === null) expect(byRest, where).toMatchObject({ code: expect.not.stringMatching(/^fault/) });
  else expect(removeRandomValues(itemsOf(plan, byRest)), where).toEqual(removeRandomValues(byGraphql));
  return byGraphql !== null;
}

/** Limits repeated inputs of routes with few parameters to one for reads and two for writes, because a second write may be refused. */
function withoutRepetitions(inputs: readonly Input[], method: Method): Input[] {
  const texts = inputs.map((input) => JSON.stringify(input));
  const limit = method === 'GET' ? 1 : 2;
  return inputs.filter((_, index) => texts.slice(0, index).filter((text) => text === texts[index]).length < limit);
}

/** Sends inputs for the route to both APIs. Returns the number of inputs that GraphQL can express. */
async function compare(plan: Plan, method: Method, as: TestUserName | undefined): Promise<number> {
  const transports: Transports = {
    rest: { site: sites.rest, send: sendThroughRest, readPaths: new Map() },
    graphql: { site: sites.graphql, send: sendThroughGraphql, readPaths: new Map() },
  };
  let compared = 0;
  const inputs = getInputs(plan, method, as === undefined ? ANONYMOUS_INPUTS : INPUTS, sites.galleryId);
  for (const input of withoutRepetitions(inputs, method))
    compared += Number(await compareInput(transports, { plan, method, input, as }, true));
  if (plan.segments.length > 0)
    for (const input of getInputs(plan, method, 1, sites.galleryId))
      compared += Number(await compareInput(transports, { plan, method, input, as }, false));
  // a parameter check of the route may refuse what its schema allows
  if (compared === 0) compared += Number(await compareInput(transports, { plan, method, input: getExampleInput(plan), as }, true));
  return compared;
}

describe.each([
  ['anonymous', undefined],
  ['an administrator', 'administrator'],
] as const)('REST and GraphQL respond to %s equally, as documented in OpenAPI', (_name, as) => {
  it.each(routesToSend.map((route) => [route.title, route] as const))('%s', async (_title, { plan, method }) => {
    const compared = await compare(plan, method, as);
    expect(compared, 'No input reached GraphQL: add one that does as the `example` of the route').toBeGreaterThan(0);
  });
});

it('The schemas of the document refuse other responses', () => {
  const plan = sites.rest.engine.plans.find(({ path, methods }) => path === '/core/v2/posts/{id}' && methods.includes('GET')) as Plan;
  expect(schemas.faults(plan, { id: 'one' }).join('\n')).toMatch(
    /\/id must be integer[\s\S]*must have required property 'slug'|must have required property 'slug'[\s\S]*\/id must be integer/,
  );
});
