import { buildSubgraphSchema } from '@apollo/subgraph';
import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { stitchSchemas } from '@graphql-tools/stitch';
import { composeServices } from '@theguild/federation-composition';
import { type DocumentNode, type ExecutionResult, graphql, parse, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const globalId = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');
const representationsOf = (type: string, ids: readonly number[]) => ids.map((id) => ({ __typename: type, id: globalId(type, id) }));
const entities = `query($r: [_Any!]!) { _entities(representations: $r) {
  __typename ... on Event { databaseId title { rendered } venues { databaseId city } categories { name } author { displayName } } ... on User { displayName } } }`;

/** The subgraph of another team, with reviews that refer to events only by global ID. */
const REVIEWS = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
  type Event @key(fields: "id") { id: ID! reviews: [Review!]! }
  type Review @key(fields: "id") { id: ID! text: String! event: Event! }
  type Query { reviews: [Review!]! }
`);

let site: WholeSite;
const events: number[] = [];
let hidden: number;
beforeAll(async () => {
  site = await openWholeSite({ GRAPHQL_FEDERATION: 'on', RATE_LIMIT: '0' });
  const createByRest = async (body: object, path = '/events'): Promise<number> => {
    const times = path === '/events' ? { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 12:00:00' } : {};
    const reply = await site.rest('POST', `/vendor/events/v1${path}`, {
      body: { status: 'publish', ...times, ...body },
      as: 'administrator',
    });
    expect(reply.status, reply.text).toBe(201);
    return reply.body.id;
  };
  const halls = [
    await createByRest({ venue: 'Hall', city: 'Halden' }, '/venues'),
    await createByRest({ venue: 'Yard', city: 'Halden' }, '/venues'),
  ];
  for (let n = 0; n < 50; n += 1) events.push(await createByRest({ title: `Event ${n}`, venue: halls[n % 2] }));
  hidden = await createByRest({ title: 'Hidden', status: 'draft' });
}, 60_000);
afterAll(() => site.close());

const sdl = async (): Promise<DocumentNode> => parse((await site.graphql('{ _service { sdl } }')).data._service.sdl);

const sentDocuments: string[] = [];

/** Sends a request as gateways do: JSON over HTTP, with the credentials of the caller. */
async function overHttp({ document, variables, context }: { document: DocumentNode; variables?: unknown; context?: { as?: string } }) {
  sentDocuments.push(print(document));
  const response = await site.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...(context?.as !== undefined && { authorization: context.as }) },
    payload: JSON.stringify({ query: print(document), variables }),
  });
  return JSON.parse(response.payload) as ExecutionResult;
}

const listReviews = () => events.slice(0, 10).map((id, n) => ({ id: `r${n}`, text: `Review ${n}`, event: { id: globalId('Event', id) } }));
const createReviewsSchema = () =>
  buildSubgraphSchema([
    {
      typeDefs: REVIEWS,
      resolvers: {
        Query: { reviews: listReviews },
        Review: { __resolveReference: ({ id }: { id: string }) => listReviews().find((review) => review.id === id) },
        Event: { reviews: ({ id }: { id: string }) => listReviews().filter(({ event }) => event.id === id) },
      },
    },
  ]);

describe('The federation subgraph', () => {
  it('exists only if it is enabled', () => {
    expect(createPublicSchema(createSchema()).getType('_Service')).toBeUndefined();
  });

  it('returns entities in request order, null for those that the caller may not read, and an error for malformed references', async () => {
    const [first, second] = events as [number, number];
    const r = [
      ...representationsOf('Event', [second, hidden, first, 99_999_999]),
      { __typename: 'Event', id: globalId('User', 1) },
      { __typename: 'Event', id: 'x' },
      { __typename: 'Event' },
    ];
    const { data, errors } = await site.graphql(entities, { r });

    const ids = data._entities.map((entity: { databaseId: number } | null) => entity?.databaseId ?? null);
    expect(ids).toEqual([second, null, first, null, null, null, null]);
    expect(errors.map(({ path, extensions }) => [path, extensions['code']])).toEqual(
      [4, 5, 6].map((n) => [['_entities', n], 'invalid_global_id']),
    );
    const signedIn = await site.graphql(entities, { r: representationsOf('Event', [hidden]) }, 'administrator');
    expect(signedIn.data._entities[0]?.databaseId).toBe(hidden);
  });

  it('returns the same object for an entity as `node` does', async () => {
    const { data } = await site.graphql('{ __type(name: "_Entity") { possibleTypes { name } } }');
    const types: string[] = data.__type.possibleTypes.map(({ name }: { name: string }) => name);
    expect(types).toEqual(expect.arrayContaining(['Attendee', 'Event', 'Order', 'Organizer', 'Post', 'Ticket', 'User', 'Venue']));
    for (const as of [undefined, 'administrator'] as const) {
      const r = types.flatMap((type) => representationsOf(type, [1, 2, events[0] ?? 0]));
      const { data: entityData } = await site.graphql(
        'query($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Node { id } } }',
        { r },
        as,
      );

      for (const [n, { id }] of r.entries()) {
        const { data: nodeData } = await site.graphql('query($id: ID!) { node(id: $id) { __typename id } }', { id }, as);
        expect([id, entityData?._entities[n] ?? null]).toEqual([id, nodeData?.node ?? null]);
      }
    }
  });

  it('runs as many SQL statements for fifty events as for two, and at most twice as many for several batches', async () => {
    const countStatements = async (r: object[]) => {
      await site.graphql(entities, { r });
      site.statements.length = 0;
      expect((await site.graphql(entities, { r })).errors).toEqual([]);
      return site.statements.length;
    };
    const statements = await countStatements(representationsOf('Event', events.slice(0, 2)));
    expect(statements).toBeGreaterThan(0);
    expect(await countStatements(representationsOf('Event', events))).toBe(statements);
    expect(await countStatements(representationsOf('Event', [...events, ...events, ...events]))).toBeLessThanOrEqual(2 * statements);
    expect(await countStatements(representationsOf('User', [1, 2]))).toBe(await countStatements(representationsOf('User', [1, 2, 3, 4])));
  });

  it('adds the cost of the requested entities, and rejects a request that costs too much', async () => {
    const requestEntities = async (count: number) => {
      const r = representationsOf(
        'Event',
        Array.from({ length: count }, (_, n) => events[n % events.length] ?? 0),
      );
      const response = await site.http.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ query: entities, variables: { r } }),
      });
      return response.json();
    };
    const [single, hundred] = [await requestEntities(1), await requestEntities(100)];
    expect(single.extensions.cost.spent).toBe(1);
    expect(hundred.extensions.cost.spent).toBeGreaterThan(1);
    expect((await requestEntities(1001)).errors[0].extensions.code).toBe('graphql_limit_exceeded');
  });

  it('returns its schema only to users who may introspect', async () => {
    const restrictedSite = await openWholeSite({ GRAPHQL_FEDERATION: 'on', GRAPHQL_INTROSPECTION: 'false' });
    try {
      const visitor = await restrictedSite.graphql('{ _service { sdl } }');
      expect([visitor.data, visitor.errors[0]?.extensions['code']]).toEqual([null, 'schema_closed']);
      const router = await restrictedSite.graphql('{ _service { sdl } }', {}, 'subscriber');
      expect(router.data._service.sdl).toMatch(/^extend schema @link[\s\S]*type Event implements .* @key\(fields: "id"\) \{/);
    } finally {
      await restrictedSite.close();
    }
  });
});

describe('A gateway over several graphs', () => {
  it('composes the site with a graph that refers to events, and reads from both', async () => {
    const composed = composeServices([
      { name: 'site', typeDefs: await sdl(), url: 'http://site.example/graphql' },
      { name: 'reviews', typeDefs: REVIEWS, url: 'http://reviews.example/graphql' },
    ]);
    expect(composed.errors ?? []).toEqual([]);
    const reviewsSchema = createReviewsSchema();
    const gateway = getStitchedSchemaFromSupergraphSdl({
      supergraphSdl: composed.supergraphSdl ?? '',
      onSubschemaConfig: (config) => {
        config.executor =
          config.name === 'SITE'
            ? (overHttp as typeof config.executor)
            : ((async ({ document, variables }: { document: DocumentNode; variables: Record<string, unknown> }) =>
                await graphql({ schema: reviewsSchema, source: print(document), variableValues: variables })) as never);
      },
    });
    sentDocuments.length = 0;
    const reviews = await graphql({ schema: gateway, source: '{ reviews { text event { id title { rendered } venues { city } } } }' });
    expect(reviews.errors).toBeUndefined();
    expect(reviews.data?.['reviews']).toHaveLength(10);
    expect(reviews.data).toMatchObject({
      reviews: expect.arrayContaining([
        { text: 'Review 3', event: expect.objectContaining({ title: { rendered: 'Event 3' }, venues: [{ city: 'Halden' }] }) },
      ]),
    });
    expect(sentDocuments).toHaveLength(1);
    const event = await graphql({
      schema: gateway,
      source: `{ node(id: "${globalId('Event', events[4] ?? 0)}") { ... on Event { title { rendered } reviews { text } } } }`,
    });
    expect([event.errors, event.data]).toEqual([undefined, { node: { title: { rendered: 'Event 4' }, reviews: [{ text: 'Review 4' }] } }]);
  });

  it('stitches the site into another schema, which links to events', async () => {
    const recommendationsSchema = makeExecutableSchema({
      typeDefs:
        'type Query { recommendations: [Recommendation!]! } type Recommendation { reason: String! event: Event! } type Event { id: ID! }',
      resolvers: {
        Query: { recommendations: () => events.slice(0, 9).map((id) => ({ reason: 'new', event: { id: globalId('Event', id) } })) },
      },
    });
    const gateway = stitchSchemas({
      subschemas: [
        {
          schema: createPublicSchema(createSchema()),
          executor: overHttp as never,
          batch: true,
          merge: {
            Event: { selectionSet: '{ id }', fieldName: 'nodes', key: ({ id }) => id, argsFromKeys: (ids) => ({ ids }) },
          },
        },
        { schema: recommendationsSchema },
      ],
    });
    sentDocuments.length = 0;
    const source = '{ events(first: 2) { totalCount } recommendations { reason event { title { rendered } venues { city } } } }';
    const result = await graphql({ schema: gateway, source });
    expect([result.errors, result.data?.['events']]).toEqual([undefined, { totalCount: 50 }]);
    const [first] = (result.data?.['recommendations'] ?? []) as unknown[];
    expect(first).toEqual({ reason: 'new', event: { title: { rendered: 'Event 0' }, venues: [{ city: 'Halden' }] } });
    expect(sentDocuments).toHaveLength(2);
    const refusal = await graphql({ schema: gateway, source: 'mutation { deletePost(id: 1) { __typename } }' });
    expect(refusal.errors?.[0]?.extensions['code']).toBeDefined();
  });
});
