import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import { type Viewer, createViewer } from '../../src/domains/identity/auth/viewer.ts';
import { createFrozenClock, now, withClock } from '../../src/core/time/clock.ts';
import { executeGraphql } from '../support/ask.ts';
import { makeMedia, makeUser } from '../support/factories.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { listConnectionFields, buildDeepDocuments, buildDocuments } from './schema-walk.ts';

/**
 * The maximum number of SQL statements for each connection, for any length of the list: with the nodes alone, with all fields and relations of
 * the nodes, and three times under aliases (root fields: twice). Add a line to the file for each new connection. `docs/graphql` shows the numbers.
 */
const ceilings = JSON.parse(readFileSync(new URL('../../graphql/ceilings.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly [nodesOnly: number, allFields: number, aliased: number]>
>;

const schema = createSchema();
const connections = listConnectionFields(schema);
const roots = new Map(connections.filter(({ owner }) => owner.name === 'Query').map((connection) => [connection.node.name, connection]));

let site: WholeSite;
let administrator: Viewer;
beforeAll(async () => {
  site = await openWholeSite();
  const { id, login, email } = await site.user('administrator');
  administrator = createViewer({ id, login, email, displayName: login, role: 'administrator', extraCapabilities: {} }, 'password');
  await createRecords();
}, 120_000);
afterAll(() => site.close());

const MANY = 8;
/** The shorter length, at which lists of mixed kinds still contain every kind. */
const FEW = 6;

async function create(mutation: string, variables: Record<string, unknown>): Promise<number> {
  const { data, errors } = await site.graphql(mutation, variables, 'administrator');
  expect(errors).toEqual([]);
  const [payload] = Object.values(data as Record<string, Record<string, { databaseId: number }>>);
  const [created] = Object.values(payload ?? {});
  return created?.databaseId ?? 0;
}

const comment = (draft: object) =>
  create('mutation($draft: CommentDraft!) { createComment(draft: $draft) { comment { databaseId } } }', { draft });

/** Creates more of each type than a short list returns, with all kinds of related records. */
async function createRecords(): Promise<void> {
  const { db } = site.site;
  const ticketApi = createTicketClient(site);
  for (let n = 0; n < MANY; n += 1) {
    const endpoint = { url: `https://example.org/${n}` };
    await create('mutation($endpoint: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $endpoint) { secret } }', { endpoint });
    const author = await makeUser(site.site, 'editor');
    const createTerm = (taxonomy: 'CATEGORY' | 'TAG', draft: object) =>
      create(`mutation($draft: TermDraft!) { createTerm(taxonomy: ${taxonomy}, draft: $draft) { term { databaseId } } }`, { draft });
    const category = await createTerm('CATEGORY', { name: `Kind ${n}` });
    await createTerm('CATEGORY', { name: `Kind below ${n}`, parentId: category });
    const tag = await createTerm('TAG', { name: `Word ${n}` });
    const picture = await makeMedia(site.site, author);
    const draft = {
      title: `Post ${n}`,
      status: 'PUBLISH',
      authorId: author.id,
      categoryIds: [category],
      tagIds: [tag],
      featuredMediaId: picture.id,
    };
    const post = await create('mutation($draft: PostDraft!) { createPost(draft: $draft) { post { databaseId } } }', { draft });
    const page = await create('mutation($draft: PageDraft!) { createPage(draft: $draft) { page { databaseId } } }', {
      draft: { title: `Page ${n}`, status: 'PUBLISH', authorId: author.id, featuredMediaId: picture.id, commentStatus: 'OPEN' },
    });
    await create('mutation($draft: PageDraft!) { createPage(draft: $draft) { page { databaseId } } }', {
      draft: { title: `Below ${n}`, status: 'PUBLISH', parentId: page },
    });
    const event = await create('mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId } } }', {
      draft: {
        title: `Event ${n}`,
        status: 'PUBLISH',
        start: `2030-01-0${n + 1} 10:00`,
        end: `2030-01-0${n + 1} 12:00`,
        categories: [`Series ${n}`],
        tags: [`Mood ${n}`],
        venues: [{ draft: { title: `Hall ${n}`, city: 'Halden' } }],
        organizers: [{ draft: { title: `Team ${n}` } }],
      },
    });
    await db.sql('UPDATE content SET parent_id = $2::int, author_id = $3::int WHERE id = $1::int', [picture.id, post, author.id]);
    for (const [id, mutation] of [
      [post, 'updatePost'],
      [page, 'updatePage'],
      [event, 'updateEvent'],
    ] as const)
      for (const title of ['Second', 'Third'])
        await create(`mutation($id: Int!, $title: String!) { ${mutation}(id: $id, changes: { title: $title }) { __typename } }`, {
          id,
          title: `${title} ${n}`,
        });
    for (const contentId of [post, page, event]) {
      const parentId = await comment({ contentId, content: `Nice ${n}`, authorId: author.id, status: 'APPROVED' });
      await comment({ contentId, content: `Thanks ${n}`, authorId: author.id, status: 'APPROVED', parentId });
    }
    for (const seller of [post, event]) {
      const id = await ticketApi.ticket(seller, { name: `Seat ${n}` });
      await ticketApi.attendee(id, { email: `guest${n}@example.org` });
    }
  }
  await db.sql('INSERT INTO webhook_attempt (message_id, at, ms) SELECT id, at, 1 FROM webhook_message');
}

async function countStatements(source: string): Promise<number> {
  // a frozen clock, so that no due job runs between the two requests
  return await withClock(createFrozenClock(now()), async () => {
    const first = await executeGraphql(schema, site.site, administrator, source);
    expect(first.errors, source).toEqual([]);
    site.statements.length = 0;
    await executeGraphql(schema, site.site, administrator, source);
    return site.statements.length;
  });
}

describe('SQL statements of a connection', () => {
  const byName = Map.groupBy(connections, ({ name }) => name);

  it('have a maximum for every connection of the schema and for nothing else', () => {
    expect([...byName.keys()].sort()).toEqual(Object.keys(ceilings).sort());
  });

  it.each([...byName])('of %s do not grow with the length of the list and stay below the maximum', async (name, fields) => {
    const maxima = { nodesOnly: 0, allFields: 0, aliased: 0 };
    for (const connection of fields) {
      const [shortLists, longLists] = [buildDocuments(connection, roots, FEW), buildDocuments(connection, roots, MANY)];
      for (const selection of ['nodesOnly', 'allFields', 'aliased'] as const) {
        if (!longLists || !shortLists) continue;
        const statements = await countStatements(longLists[selection]);
        expect([connection.owner.name, selection, statements]).toEqual([
          connection.owner.name,
          selection,
          await countStatements(shortLists[selection]),
        ]);
        maxima[selection] = Math.max(maxima[selection], statements);
      }
    }
    expect(
      Object.values(maxima).every((statements) => statements > 0),
      'no root field lists the owners of this connection',
    ).toBe(true);
    const exceeded = Object.values(maxima).filter((statements, n) => statements > (ceilings[name]?.[n] ?? 0));
    expect(exceeded, `${name}: ${JSON.stringify(maxima)}`).toEqual([]);
  });
});

/** Fields that work only on a site connected to an analytics provider. */
const CONNECTED = ['analyticsReportCandidates', 'analyticsReportSubscribers'];

describe('SQL statements of two levels below a list', () => {
  it.each([...buildDeepDocuments(createPublicSchema(schema))].filter(([name]) => !CONNECTED.includes(name)))(
    'of %s do not grow with its length',
    async (name, documentOf) => {
      // lists of mixed kinds query each kind separately, and timing may split batches: a long list costs at most as much as some shorter one
      let [many, few] = [Infinity, 0];
      for (const length of [FEW, FEW - 1, FEW - 2, FEW]) {
        many = Math.min(many, await countStatements(documentOf(MANY)));
        few = Math.max(few, await countStatements(documentOf(length)));
        if (many <= few) break;
      }
      expect(many, name).toBeLessThanOrEqual(few);
    },
  );
});
