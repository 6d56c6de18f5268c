import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../src/rest/openapi/document.ts';
import type { Plan } from '../../src/rest/engine/plan.ts';
import { DocumentedResponses } from '../contract/documented-responses.ts';
import { createRowHasher } from '../hostile/stored-hash.ts';
import type { TestUserName } from '../support/site.ts';
import { type CalendarSite, openCalendar } from './calendar-site.ts';
import { odd, RUNS } from '../hostile/odd-fields.ts';
import { bodies, queries } from './odd-requests.ts';

// Random invalid requests to all calendar routes: each refusal is documented and changes nothing.

const namespaces = ['vendor/events/v1', 'evt/v1', 'vendor/views/v2'] as const;
const callers: readonly (TestUserName | undefined)[] = [undefined, 'subscriber', 'contributor', 'administrator'];

let site: CalendarSite;
let documents: Map<string, DocumentedResponses>;
let hashDatabase: () => Promise<string>;
let knownIds: readonly string[];

beforeAll(async () => {
  site = await openCalendar();
  const event = await site.makeEvent({ venue: { venue: 'Hall' }, organizer: { organizer: 'Choir' }, categories: 'one,two', tags: 'three' });
  const trashed = await site.makeEvent();
  await site.legacy('DELETE', `/events/${trashed.id}`, { as: 'administrator' });
  const draft = await site.makeEvent({ status: 'draft' });
  knownIds = [event.id, trashed.id, draft.id, event.venue.id, event.organizer[0].id, 1, 0, 2_147_483_647, '99999999999999999999'].map(
    String,
  );
  documents = new Map(
    namespaces.map((namespace) => [
      namespace,
      new DocumentedResponses(
        createOpenApiDocument(site.engine.router, { namespace, restUrl: 'http://site.test/rest', title: 'x', version: '1' }),
      ),
    ]),
  );
  // each caller signs in before the tests, because the first use of a password is recorded
  for (const as of callers) await site.rest('GET', '/', { as });
  hashDatabase = await createRowHasher(site.site);
});
afterAll(() => site.close());

const routes = fc.constantFrom(...namespaces).chain((namespace) => fc.tuple(fc.constant(namespace), fc.nat()));
const slugs = fc.oneof(fc.constantFrom('hall', 'one', '..', '%', 'a b', '💡', '0'), fc.string({ minLength: 1, maxLength: 20 }));
const rawBodies = fc.constantFrom('', '{', '[]', 'null', '{"title":', '"text"', '{"a":1e999}', '\u0000');

function pathOf(plan: Plan, id: number, slug: string): string {
  return plan.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'id' ? (knownIds[id % knownIds.length] as string) : encodeURIComponent(slug.toWellFormed()),
  );
}

async function send(plan: Plan, request: { path: string; query: string; body: unknown; raw: string | null; as: TestUserName | undefined }) {
  const method = plan.methods[request.query.length % plan.methods.length] as string;
  const { path, query, as } = request;
  if (method === 'GET') return { method, reply: await site.rest('GET', path, { query, as }) };
  if (request.raw === null) return { method, reply: await site.rest(method, path, { body: request.body, as, query }) };
  return { method, reply: await site.rest(method, path, { form: request.raw, headers: { 'content-type': 'application/json' }, as }) };
}

describe('Refused request', () => {
  it('returns a documented error and writes nothing', async () => {
    let hashBefore = await hashDatabase();
    const counts = { refused: 0, accepted: 0 };
    await fc.assert(
      fc.asyncProperty(
        routes,
        fc.tuple(fc.nat(), slugs),
        queries,
        fc.oneof(bodies, odd),
        fc.option(rawBodies, { freq: 8 }),
        fc.constantFrom(...callers),
        async ([namespace, number], [id, slug], query, body, raw, as) => {
          const plans = site.engine.plans.filter((plan) => plan.namespace === namespace);
          const plan = plans[number % plans.length] as Plan;
          const { method, reply } = await send(plan, { path: pathOf(plan, id, slug), query, body, raw, as });
          const context = `${method} ${plan.path} ${query} ${JSON.stringify(body)} ${raw} as ${as}: ${reply.status} ${reply.text.slice(0, 300)} ${site.logged.at(-1)}`;
          if (reply.status < 400) {
            counts.accepted += 1;
            if (method !== 'GET') hashBefore = await hashDatabase();
            return;
          }
          counts.refused += 1;
          expect(await hashDatabase(), context).toBe(hashBefore);
          if (reply.body?.code === 'rest_no_route') return;
          expect(documents.get(namespace)?.faults(plan.path, method.toLowerCase(), reply.status, reply.body), context).toEqual([]);
          if (reply.status >= 500) expect(Object.keys(reply.body), context).toEqual(['error']);
        },
      ),
      { numRuns: RUNS },
    );
    expect(counts.refused).toBeGreaterThan(RUNS / 3);
  }, 240_000);

  it('is compared by a hash that detects writes', async () => {
    const hashBefore = await hashDatabase();
    await site.legacy('POST', '/tags', { as: 'administrator', body: { name: 'A trace' } });
    expect(await hashDatabase()).not.toBe(hashBefore);
  });
});
