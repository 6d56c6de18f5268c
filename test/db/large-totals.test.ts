import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/core/db/database.ts';
import { foldTableWrites } from '../../src/core/db/lists/large-totals.ts';
import { toParameter } from '../../src/core/db/values.ts';
import { createServerConfig } from '../../src/core/db/server.ts';
import { contentList } from '../../src/domains/content/content.list.ts';
import { listNodes } from '../plans/explain.ts';
import { fillWithPosts, fillWithSales } from '../plans/fill.ts';
import { createSiteDatabase, type TestDatabase } from '../support/database.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const POSTS = 1500;
const EVENTS = 1200;
const WRITES = 60;

/** Returns a deterministic generator of integers that are at least 0 and less than a limit. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

describe('Totals of large lists', () => {
  let database: TestDatabase;
  let site: WholeSite;
  let otherProcess: Database;
  let sql: pg.Client;
  let event: number;
  const statements: { text: string; values: readonly unknown[] }[] = [];
  beforeAll(async () => {
    database = await createSiteDatabase();
    await fillWithPosts(database.url, POSTS);
    await fillWithSales(database.url, EVENTS);
    site = await openWholeSite({ DATABASE_URL: database.url });
    const { rows } = site.site.db;
    site.site.db.rows = (statement, values = []) => {
      statements.push({ text: statement.text, values });
      return rows(statement, values);
    };
    otherProcess = await openDatabase({ url: database.url });
    sql = new pg.Client(createServerConfig(database.url));
    await sql.connect();
    event = await queryNumber('SELECT min(content_id) AS n FROM event');
    await sql.query(`UPDATE content SET search_text = sort_title WHERE kind = 'event'`);
    await sql.query('UPDATE attendee SET post_id = $1, ticket_id = (SELECT min(id) FROM ticket) WHERE id % 2 = 0', [event]);
  }, 120_000);
  afterAll(async () => {
    await sql.end();
    await otherProcess.close();
    await site.close();
    await database.drop();
  });
  const queryNumber = async (text: string, values: unknown[] = []) => Number((await sql.query<{ n: string }>(text, values)).rows[0]?.n);

  const published = { kind: 'post', statuses: ['publish'] };
  const tagged = { ...published, terms: [{ taxonomy: 'post_tag', ids: Array.from({ length: 20 }, (_, index) => 21 + index) }] };
  const readTotal = async (
    path: string,
    header: 'x-wp-total' | 'x-tec-total' | 'x-et-total',
    as: 'administrator' | 'visitor' = 'administrator',
  ) => Number((await site.rest('GET', path, as === 'visitor' ? {} : { as })).headers[header]);

  /** Returns the totals of each list that both processes return, and the total in the database. */
  async function readTotals() {
    const ticket = await queryNumber('SELECT min(id) AS n FROM ticket');
    const { data } = await site.graphql(
      `{ posts(first: 1) { totalCount } attendees(first: 1, filter: { postId: ${event} }) { totalCount } }`,
      {},
      'administrator',
    );
    return {
      returned: {
        posts: [
          await readTotal('/core/v2/posts?per_page=1', 'x-wp-total'),
          (await contentList.loadPart({ db: otherProcess }, published, 1, 0)).total,
          data.posts.totalCount,
        ],
        tag: [
          await readTotal(`/core/v2/posts?per_page=1&tags=${tagged.terms[0]!.ids.join(',')}`, 'x-wp-total'),
          (await contentList.loadPart({ db: otherProcess }, tagged, 1, 0)).total,
        ],
        events: [
          await readTotal('/vendor/events/v1/events?per_page=1&start_date=2020-01-01&end_date=2040-01-01&status=publish', 'x-tec-total'),
        ],
        foundPosts: [await readTotal('/core/v2/posts?per_page=1&search=evening', 'x-wp-total', 'visitor')],
        foundEvents: [
          await readTotal(
            '/vendor/events/v1/events?per_page=1&search=event&start_date=2020-01-01&end_date=2060-01-01&status=publish',
            'x-tec-total',
          ),
        ],
        attendeesOfEvent: [
          await readTotal(`/vendor/tickets/v1/attendees?per_page=1&post_id=${event}`, 'x-et-total'),
          data.attendees.totalCount,
        ],
        attendeesOfTicket: [await readTotal(`/vendor/tickets/v1/attendees?per_page=1&ticket_id=${ticket}`, 'x-et-total')],
      },
      stored: {
        posts: await queryNumber(`SELECT count(*) AS n FROM content WHERE kind = 'post' AND status = 'publish'`),
        tag: await queryNumber(
          `SELECT count(DISTINCT c.id) AS n FROM content c JOIN content_term ct ON ct.content_id = c.id WHERE c.kind = 'post' AND c.status = 'publish' AND ct.term_id BETWEEN 21 AND 40`,
        ),
        events: await queryNumber(`SELECT count(*) AS n FROM event WHERE status = 'publish' AND start_utc < '2040-01-01'`),
        foundPosts: await queryNumber(
          `SELECT count(*) AS n FROM content WHERE kind = 'post' AND status = 'publish' AND password = '' AND search_text LIKE '%evening%'`,
        ),
        foundEvents: await queryNumber(
          `SELECT count(*) AS n FROM event e JOIN content c ON c.id = e.content_id WHERE e.status = 'publish' AND c.search_text LIKE '%event%'`,
        ),
        attendeesOfEvent: await queryNumber(`SELECT count(*) AS n FROM attendee WHERE status = 'publish' AND post_id = $1`, [event]),
        attendeesOfTicket: await queryNumber(`SELECT count(*) AS n FROM attendee WHERE status = 'publish' AND ticket_id = $1`, [ticket]),
      },
    };
  }

  /** Writes of this process and of another client. Some of them change totals. */
  const writes: ((pick: (below: number) => number) => Promise<unknown>)[] = [
    () => site.rest('POST', '/core/v2/posts', { body: { title: 'New', status: 'publish', tags: [31] }, as: 'administrator' }),
    () => site.rest('POST', '/core/v2/posts', { body: { title: 'Draft' }, as: 'administrator' }),
    async (pick) => site.rest('DELETE', `/core/v2/posts/${await pickPost(pick)}`, { as: 'administrator' }),
    async (pick) => site.rest('DELETE', `/core/v2/posts/${await pickPost(pick)}?force=true`, { as: 'administrator' }),
    async (pick) => site.rest('POST', `/core/v2/posts/${await pickPost(pick)}`, { body: { tags: [30 + pick(11)] }, as: 'administrator' }),
    async (pick) => site.rest('POST', `/core/v2/posts/${await pickPost(pick)}`, { body: { title: 'Changed' }, as: 'administrator' }),
    () =>
      sql.query(
        `UPDATE content SET status = 'private' WHERE id = (SELECT max(id) FROM content WHERE kind = 'post' AND status = 'publish')`,
      ),
    () =>
      sql.query(
        `UPDATE event SET start_utc = '2050-01-01', end_utc = '2050-01-02' WHERE content_id = (SELECT max(content_id) FROM event WHERE start_utc < '2040-01-01')`,
      ),
    () =>
      site.rest('POST', '/vendor/events/v1/events', {
        body: { title: 'More', status: 'publish', start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' },
        as: 'administrator',
      }),
    () =>
      sql.query(
        `UPDATE content SET search_text = 'gone' WHERE id IN (SELECT max(id) FROM content WHERE search_text LIKE '%even%' GROUP BY kind)`,
      ),
    () =>
      sql.query(
        `UPDATE content SET password = 'secret' WHERE id = (SELECT max(id) FROM content WHERE kind = 'post' AND search_text LIKE '%evening%')`,
      ),
    () => sql.query(`DELETE FROM attendee WHERE id = (SELECT max(id) FROM attendee WHERE post_id = $1)`, [event]),
    () =>
      sql.query(
        `UPDATE attendee SET status = 'trash' WHERE id = (SELECT max(id) FROM attendee WHERE post_id = $1 AND status = 'publish')`,
        [event],
      ),
    () => sql.query(`UPDATE attendee SET checked_in = true WHERE id = (SELECT min(id) FROM attendee WHERE post_id = $1)`, [event]),
    async () => {
      await sql.query('BEGIN');
      await sql.query(`DELETE FROM content WHERE id = (SELECT min(id) FROM content WHERE kind = 'post' AND status = 'publish')`);
      await sql.query('ROLLBACK');
    },
    () => foldTableWrites(site.site),
  ];
  const pickPost = (pick: (below: number) => number) =>
    queryNumber(`SELECT id AS n FROM content WHERE kind = 'post' AND status = 'publish' ORDER BY id OFFSET $1 LIMIT 1`, [pick(1100)]);

  it(`are exact after each of ${WRITES} writes of two processes`, async () => {
    const pick = createRandom(20_261_128);
    for (let n = 0; n <= WRITES; n += 1) {
      const { returned, stored } = await readTotals();
      expect(returned).toEqual(
        Object.fromEntries(
          Object.entries(returned).map(([name, { length }]) => [name, Array(length).fill(stored[name as keyof typeof stored])]),
        ),
      );
      await writes[n % writes.length]!(pick);
    }
  });

  it('are cached until something changes', async () => {
    const paths = [
      '/core/v2/posts',
      `/core/v2/posts?tags=${tagged.terms[0]!.ids.join(',')}&page=2`,
      '/vendor/events/v1/events?start_date=2020-01-01&end_date=2040-01-01',
      '/vendor/events/v1/events?search=event&start_date=2020-01-01&end_date=2060-01-01',
      '/core/v2/posts?search=evening',
      `/vendor/tickets/v1/attendees?post_id=${event}`,
    ] as const;
    /** Returns whether a request counts the rows: always, again after a change, or not, because a total is cached. */
    const countsFor = async (path: string) => {
      statements.length = 0;
      await site.rest('GET', path, { as: 'administrator' });
      const page = statements.find(({ text }) => text.includes('written.version'));
      if (!page) return 'always';
      const { rows } = await sql.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${page.text}`, values: page.values.map(toParameter) });
      const plans = listNodes(rows[0]['QUERY PLAN'][0].Plan) as unknown as { 'Node Type': string; 'Actual Loops': number }[];
      return plans.some((node) => node['Node Type'] === 'Aggregate' && node['Actual Loops'] === 0) ? 'not' : 'again';
    };
    for (const path of paths) {
      for (const _ of [1, 2]) await site.rest('GET', path, { as: 'administrator' });
      expect([path, await countsFor(path)]).toEqual([path, 'not']);
    }
    await sql.query(
      `UPDATE content SET status = 'draft' WHERE id = (SELECT max(id) FROM content WHERE kind = 'post' AND status = 'publish')`,
    );
    expect(await countsFor(paths[0])).toBe('again');
    expect(await countsFor(paths[4])).toBe('again');
    expect(await countsFor(paths[5])).toBe('not');
    await sql.query(`UPDATE content SET search_text = search_text || ' more' WHERE id = (SELECT max(id) FROM content WHERE kind = 'post')`);
    expect([await countsFor(paths[0]), await countsFor(paths[4]), await countsFor(paths[3])]).toEqual(['not', 'again', 'again']);
  });

  it('exclude uncommitted writes of other transactions', async () => {
    const before = (await contentList.loadPart(site.site, published, 1, 0)).total;
    await sql.query('BEGIN');
    await sql.query(
      `UPDATE content SET status = 'draft' WHERE id = (SELECT max(id) FROM content WHERE kind = 'post' AND status = 'publish')`,
    );
    expect((await contentList.loadPart(site.site, published, 1, 0)).total).toBe(before);
    await sql.query('COMMIT');
    expect((await contentList.loadPart(site.site, published, 1, 0)).total).toBe(before - 1);
  });
});
