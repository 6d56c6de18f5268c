import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { publishScheduled } from '../../src/domains/content/content.jobs.ts';
import { createLog } from '../../src/core/logging/log.ts';
import { openSite } from '../../src/open-site.ts';
import { createSiteApp } from '../support/app.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const HOUR_MS = 3_600_000;
const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString().slice(0, 19);
const DUE_TITLE = 'Due at last';
/** Month of the events, in two months. */
const MONTH = new Date(Date.now() + 60 * 24 * HOUR_MS).toISOString().slice(0, 7);

let postId = 0;
let stuckId = 0;
let eventId = 0;
beforeAll(async () => {
  site = await openWholeSite();
  const createPost = (title: string, fields: object = {}) =>
    site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title, status: 'publish', ...fields } });
  for (const title of ['First', 'Second', 'Third']) await createPost(title);
  await createPost('Much later', { date_gmt: new Date(Date.now() + 100 * HOUR_MS).toISOString().slice(0, 19) });
  postId = (await createPost(DUE_TITLE, { date_gmt: inAnHour(), categories: [1], sticky: true })).body.id;
  stuckId = (await createPost('Stuck', { date_gmt: inAnHour() })).body.id;
  const createEvent = 'mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId status } } }';
  const draft = {
    title: 'Due event',
    start: `${MONTH}-01T20:00:00`,
    end: `${MONTH}-01T22:00:00`,
    dateUtc: inAnHour(),
    status: 'PUBLISH',
    venues: [{ draft: { title: 'Hall' } }],
  };
  const created = await site.graphql(createEvent, { draft }, 'administrator');
  expect(created.errors).toEqual([]);
  expect(created.data.createEvent.event.status).toBe('FUTURE');
  eventId = created.data.createEvent.event.databaseId;
  await site.graphql(
    createEvent,
    { draft: { title: 'Other event', start: `${MONTH}-02T20:00:00`, end: `${MONTH}-02T22:00:00`, status: 'PUBLISH' } },
    'administrator',
  );
  // publishing the stuck post always fails
  await site.site.db.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''never''; END'`);
  await site.site.db.sql(`CREATE TRIGGER stuck BEFORE UPDATE ON content FOR EACH ROW WHEN (OLD.id = ${stuckId}) EXECUTE FUNCTION refuse()`);
});
afterEach(() => setClock());
afterAll(() => site.close());

const writes = () =>
  site.statements.filter((text) => /^\s*(WITH[\s\S]*)?\b(INSERT|UPDATE|DELETE)\b/i.test(text) || /^\s*BEGIN/i.test(text));
const titles = (items: { title: { rendered: string } }[]) => items.map(({ title }) => title.rendered);

/** Lists that a visitor reads when the content is due. */
const listsOfPosts: [string, (site: WholeSite) => Promise<string[]>][] = [
  ['the list of posts', async ({ rest }) => titles((await rest('GET', '/core/v2/posts')).body)],
  ['posts by title', async ({ rest }) => titles((await rest('GET', '/core/v2/posts', { query: { orderby: 'title', order: 'asc' } })).body)],
  ['posts of a category', async ({ rest }) => titles((await rest('GET', '/core/v2/posts', { query: { categories: 1 } })).body)],
  [
    'sticky posts on top',
    async ({ rest }) => titles((await rest('GET', '/core/v2/posts', { query: { ignore_sticky: 'false', per_page: 1 } })).body),
  ],
  [
    'a search',
    async ({ rest }) =>
      (await rest('GET', '/core/v2/search', { query: { search: 'due at' } })).body.map(({ title }: { title: string }) => title),
  ],
  [
    'the post connection',
    async ({ graphql }) =>
      (await graphql('{ posts(first: 9) { totalCount nodes { title { rendered } } } }')).data.posts.nodes.map(
        ({ title }: { title: { rendered: string } }) => title.rendered,
      ),
  ],
  [
    'the post connection read backwards',
    async ({ graphql }) =>
      (await graphql('{ posts(last: 9) { nodes { title { rendered } } } }')).data.posts.nodes.map(
        ({ title }: { title: { rendered: string } }) => title.rendered,
      ),
  ],
  ['the front page', async ({ http }) => [(await http.inject('/')).payload.includes(DUE_TITLE) ? DUE_TITLE : 'missing']],
  [
    'its list of comments',
    async ({ rest }) => ((await rest('GET', '/core/v2/comments', { query: { post: postId } })).status === 200 ? [DUE_TITLE] : []),
  ],
];
const listsOfEvents: [string, (site: WholeSite) => Promise<string[]>][] = [
  [
    'the legacy list of events',
    async ({ rest }) => (await rest('GET', '/vendor/events/v1/events')).body.events.map(({ title }: { title: string }) => title),
  ],
  [
    'the legacy list of events by publication date',
    async ({ rest }) =>
      (await rest('GET', '/vendor/events/v1/events', { query: { orderby: 'date' } })).body.events.map(
        ({ title }: { title: string }) => title,
      ),
  ],
  [
    'the event connection',
    async ({ graphql }) =>
      (await graphql('{ events(first: 9) { nodes { databaseId } } }')).data.events.nodes.map(({ databaseId }: { databaseId: number }) =>
        databaseId === eventId ? 'Due event' : '',
      ),
  ],
  [
    'the calendar',
    async ({ http }) => [
      (await http.inject(`/events/list/?tribe-bar-date=${MONTH}-01`)).payload.includes('Due event') ? 'Due event' : 'missing',
    ],
  ],
];

describe('Due content that is still stored as scheduled', () => {
  const makeDue = () => setClock(createShiftedClock(2 * HOUR_MS));

  it.each(listsOfPosts)('appears published in %s without a write', async (_name, read) => {
    makeDue();
    site.statements.length = 0;
    expect(await read(site)).toContain(DUE_TITLE);
    expect(writes()).toEqual([]);
  });

  it.each(listsOfEvents)('appears published in %s without a write', async (_name, read) => {
    makeDue();
    site.statements.length = 0;
    expect(await read(site)).toContain('Due event');
    expect(writes()).toEqual([]);
  });

  it('is counted, sorted correctly, and on one page only', async () => {
    makeDue();
    const all = await site.rest('GET', '/core/v2/posts', { query: { orderby: 'id', order: 'asc', per_page: 100 } });
    const ids = all.body.map(({ id }: { id: number }) => id);
    expect(all.headers['x-wp-total']).toBe(String(ids.length));
    expect(ids).toEqual([...new Set<number>(ids)].toSorted((a, b) => a - b));
    expect(ids).toEqual(expect.arrayContaining([postId, stuckId]));
    const paged: number[] = [];
    for (let page = 1; page <= ids.length; page += 1) {
      const { body } = await site.rest('GET', '/core/v2/posts', { query: { orderby: 'id', order: 'asc', per_page: 1, page } });
      paged.push(...body.map(({ id }: { id: number }) => id));
    }
    expect(paged).toEqual(ids);
    const cursors: number[] = [];
    let after: string | null = null;
    do {
      const source =
        'query($after: String) { posts(first: 2, after: $after) { pageInfo { hasNextPage hasPreviousPage endCursor } nodes { databaseId } } }';
      const { posts } = (await site.graphql(source, { after })).data as {
        posts: { pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string }; nodes: { databaseId: number }[] };
      };
      expect(posts.pageInfo.hasPreviousPage).toBe(after !== null);
      cursors.push(...posts.nodes.map(({ databaseId }) => databaseId));
      after = posts.pageInfo.hasNextPage ? posts.pageInfo.endCursor : null;
    } while (after !== null);
    expect(cursors.toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('disappears from lists of scheduled content', async () => {
    const listScheduled = async () =>
      titles((await site.rest('GET', '/core/v2/posts', { as: 'administrator', query: { status: 'future' } })).body);
    expect(await listScheduled()).toEqual(expect.arrayContaining([DUE_TITLE, 'Much later']));
    makeDue();
    expect(await listScheduled()).toEqual(['Much later']);
  });

  it('is readable from a read-only database', async () => {
    makeDue();
    const databaseUrl = `${site.site.config.databaseUrl}?options=-c%20default_transaction_read_only%3Don`;
    const readOnlySite = await openSite({ ...site.site.config, databaseUrl }, createLog('silent'));
    const { http } = await createSiteApp(readOnlySite);
    try {
      const read = async (path: string) => JSON.parse((await http.inject(`/rest/core/v2${path}`)).payload);
      expect(await readOnlySite.db.health()).toBe('read-only');
      expect(titles(await read('/posts'))).toContain(DUE_TITLE);
      expect((await read(`/posts/${postId}`)).status).toBe('publish');
    } finally {
      await http.close();
      await readOnlySite.close();
    }
  });

  it('is published by the job; a failure is logged and does not block other content', async () => {
    makeDue();
    await publishScheduled.run(site.site);
    const rows = await site.site.db.sql<{ id: number; status: string }>(
      'SELECT id, status FROM content WHERE id = ANY($1::int[]) ORDER BY id',
      [[postId, stuckId, eventId]],
    );
    expect(rows.map(({ status }) => status)).toEqual(['publish', 'future', 'publish']);
    expect(site.logged.filter((line) => line.includes(String(stuckId)))).toHaveLength(1);
    expect(titles((await site.rest('GET', '/core/v2/posts')).body)).toEqual(expect.arrayContaining([DUE_TITLE, 'Stuck']));
  });
});
