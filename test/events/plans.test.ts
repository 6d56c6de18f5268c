import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrderByList } from '../../src/core/db/lists/keyset.ts';
import { createAnyBranchCondition } from '../../src/core/db/lists/union-branches.ts';
import { eventList, type EventQuery } from '../../src/domains/events/event.list.ts';
import { loadEvents } from '../../src/domains/events/event.reader.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  const fill = (kind: string, from: number, to: number) =>
    site.db.sql(`INSERT INTO content (kind, status, title, slug, date_local, date_utc, modified_local, modified_utc, search_text, sort_title)
    SELECT '${kind}', CASE WHEN n % 40 = 0 AND '${kind}' = 'event' THEN 'draft' ELSE 'publish' END, 'Item ' || n, '${kind}-' || n, at, at, at, at, 'item ' || n || chr(1) || chr(1) || CASE WHEN n % 4 > 1 THEN '' ELSE (SELECT string_agg(md5((n * 1000 + k)::text), ' ') FROM generate_series(0, 7) k) END, 'item ' || lpad(n::text, 6, '0')
    FROM generate_series(${from}, ${to}) AS n, LATERAL (SELECT timestamp '2020-01-01' + n * interval '1 minute' AS at) AS t`);
  await fill('event', 1, 8_000);
  await fill('venue', 8_001, 8_200);
  await site.db.sql(`INSERT INTO venue (content_id) SELECT id FROM content WHERE kind = 'venue'`);
  await site.db.sql(`INSERT INTO event (content_id, status, start_local, end_local, start_utc, end_utc, timezone, duration_seconds, featured)
    SELECT id, status, at, at + interval '2 hours', at AT TIME ZONE 'UTC', (at + interval '2 hours') AT TIME ZONE 'UTC', 'UTC', 7200, id % 300 = 0
    FROM content, LATERAL (SELECT timestamp '2030-01-01' + id * interval '1 hour' AS at) AS t WHERE kind = 'event'`);
  await site.db.sql(
    `INSERT INTO event_venue (event_id, venue_id) SELECT content_id, (SELECT min(content_id) FROM venue) + content_id % 200 FROM event`,
  );
  await site.db.sql(
    `INSERT INTO term (id, taxonomy, name, slug) SELECT 100 + n, 'event_category', 'T' || n, 't' || n FROM generate_series(1, 400) n`,
  );
  await site.db.sql('INSERT INTO content_term (content_id, term_id) SELECT content_id, 101 + content_id % 400 FROM event');
  await site.db.sql('VACUUM ANALYZE');
});
afterAll(() => site.close());

const base: EventQuery = { statuses: ['publish'], orderBy: 'start', order: 'asc', bounds: {}, includesHidden: false };
const toBound = (text: string) => ({ instant: new Date(text), wall: text });
/** A typical date range: upcoming events are a small part of many years. */
const window = { startsFrom: toBound('2030-11-10T00:00:00Z'), endsUntil: toBound('2032-11-10T00:00:00Z') };

/** Returns the plans of the subqueries that select ten rows and that count all rows. */
async function explainPage(options: Partial<EventQuery>): Promise<{ pagePlan: string; countPlan: string }> {
  const { text, values } = eventList.pageStatement(site.db, { ...base, ...options }, 10, 0);
  const [, pageQuery = '', countQuery = ''] =
    /^WITH found AS \(([\s\S]*?)\),\n\s+counted AS \(([\s\S]*?)\)\n\s+SELECT counted/.exec(text) ?? [];
  const explain = async (query: string) => {
    // the driver requires that every parameter is used: unused parameters get a condition that is always true
    const unused = values.flatMap((_value, i) =>
      query.includes(`$${i + 1}`) ? [] : [`$${i + 1}::text IS NOT DISTINCT FROM $${i + 1}::text`],
    );
    const withAllParameters = unused.length === 0 ? query : `SELECT * FROM (${query}) AS query WHERE ${unused.join(' AND ')}`;
    const rows = await site.db.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${withAllParameters}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  return { pagePlan: await explain(pageQuery), countPlan: await explain(countQuery) };
}

describe('Page of a large calendar', () => {
  it.each<[string, Partial<EventQuery>]>([
    ['start', {}],
    ['start descending', { order: 'desc' }],
    ['start within a date range', { bounds: window }],
    ['start, including hidden events', { includesHidden: true }],
    ['publication date', { orderBy: 'date', includesHidden: true }],
    ['title', { orderBy: 'title', includesHidden: true }],
    ['last change', { orderBy: 'modified', order: 'desc', includesHidden: true }],
    ['menu order', { orderBy: 'menu_order', includesHidden: true }],
    ['start with every status', { statuses: 'all' }],
  ])('sorted by %s uses an index without sorting', async (_title, options) => {
    const { pagePlan } = await explainPage(options);
    expect(pagePlan).toMatch(/Index (Only )?Scan/);
    expect(pagePlan).not.toMatch(/ Sort |Seq Scan on event/);
  });

  it('is counted from an index only', async () => {
    expect((await explainPage({ bounds: window })).countPlan).toMatch(/Index Only Scan using event_status/);
  });

  it.each<[string, Partial<EventQuery>, RegExp]>([
    ['few featured events', { isFeatured: true }, /event_status_featured/],
    ['a venue', { venueIds: [8_050] }, /event_venue/],
    ['a rare word', { search: 'a9b7ba70783b617e9998dc4dd82eb3c5' }, /content_search_text_idx/],
    ['a category', { categoryIds: [150] }, /content_term/],
    ['an end', { bounds: { endsBefore: toBound('2030-01-03T00:00:00Z') } }, /event_(status_)?end_utc/],
  ])('filtered by %s uses its index', async (_title, options, index) => {
    const { countPlan } = await explainPage(options);
    expect(countPlan).toMatch(index);
  });

  it('runs one statement for one event and for a hundred events', async () => {
    const { text, values } = eventList.pageStatement(site.db, base, 100, 0);
    site.statements.length = 0;
    expect(await site.db.sql(text, values)).toHaveLength(100);
    expect(site.statements).toHaveLength(1);
    await loadEvents(site, [1]);
    site.statements.length = 0;
    await loadEvents(site, [1, 2, 3]);
    expect(site.statements).toHaveLength(1);
  });
});

describe('List of events of an owner', () => {
  it.each(['venue', 'organizer', 'term'] as const)('of a %s finds the events by ID, with any number of events', async (owner) => {
    const list = eventList.createKeyset(base, owner);
    const values: unknown[] = [];
    const add = (value: unknown) => `$${values.push(value)}`;
    const text = `SELECT e.content_id FROM ${list.table} WHERE ${createAnyBranchCondition(list.where(add, '8050', site.db))} ORDER BY ${createOrderByList(list.keys(add))} LIMIT 11`;
    const rows = await site.db.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond: [^\n]*content_id = ANY/);
    expect(plan).not.toMatch(/Seq Scan on event e/);
  });
});
