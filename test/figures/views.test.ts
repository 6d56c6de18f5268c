import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createFrozenClock } from '../../src/core/time/clock.ts';
import { timezoneString } from '../../src/core/settings/site.settings.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { removeOldViews, storeViews } from '../../src/domains/figures/views/view-store.ts';
import { ViewCounter } from '../../src/domains/figures/views/view-counter.ts';
import { onPageViewed, type PageRequest } from '../../src/core/page-views/page-views.ts';
import { openCalendar } from '../events/calendar-site.ts';
import { createTestDatabase } from '../support/database.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const TODAY = '2031-03-05';

const STATISTICS = `query($from: String!, $to: String!, $eventId: Int) { siteStatistics(from: $from, to: $to, eventId: $eventId) {
  views days { day views } channels { channel views } kinds { kind views } events(first: 5) { databaseId title views event { title { rendered } } } } }`;

let site: WholeSite;
let drop: () => Promise<void>;
let event: { id: number; url: string };
let expectedViews = 0;

// the first process serves the pages and stops; a second process reads the counts
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  setClock(createFrozenClock(`${TODAY}T12:00:00Z`));
  const visitedSite = await openCalendar({ DATABASE_URL: database.url });
  event = await visitedSite.makeEvent({ title: 'Opening night' });
  const venue = await visitedSite.makeVenue();
  const organizer = await visitedSite.makeOrganizer();
  const draft = await visitedSite.makeEvent({ status: 'draft', title: 'Not yet' });
  const locked = await visitedSite.rest('POST', '/core/v2/posts', {
    as: 'administrator',
    body: { title: 'Locked', status: 'publish', password: 'open' },
  });
  const post = await visitedSite.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: 'News', status: 'publish' } });
  const page = await visitedSite.rest('POST', '/core/v2/pages', { as: 'administrator', body: { title: 'About us', status: 'publish' } });
  const request = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const path = url.replace(/^https?:\/\/[^/]+/, '');
    return await visitedSite.http.inject({ method, url: path, headers: { host: 'site.test', 'user-agent': BROWSER, ...headers } });
  };
  const view = async (url: string, headers: Record<string, string> = {}) => {
    const { statusCode } = await request(url, headers);
    expect([url, statusCode]).toEqual([url, 200]);
    expectedViews += 1;
  };
  await view(event.url);
  await view(event.url, { referer: 'https://www.google.de/' });
  await view(event.url, { referer: 'http://site.test/events/' });
  await view(event.url, { referer: 'https://news.example.org/culture?utm=1' });
  await view('/');
  await view('/events/');
  await view('/search/?q=night');
  await view(venue.url);
  await view(organizer.url);
  await view(post.body.link);
  await view(page.body.link);
  await view('/category/uncategorized/');
  // both the full response and the 304 for a cached page count
  const { headers } = await request(post.body.link);
  expect((await request(post.body.link, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
  expectedViews += 2;

  const uncountedRequests: [string, Record<string, string>, 'GET' | 'HEAD'][] = [
    [event.url, {}, 'HEAD'],
    [event.url, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, 'GET'],
    [event.url, { 'user-agent': '' }, 'GET'],
    [event.url, { 'sec-purpose': 'prefetch' }, 'GET'],
    [event.url, { purpose: 'prefetch' }, 'GET'],
    [`${event.url}?ical=1`, {}, 'GET'],
    [draft.url, {}, 'GET'],
    [locked.body.link, {}, 'GET'],
    ['/nothing-here/', {}, 'GET'],
    ['/feed/', {}, 'GET'],
    ['/sign-in', {}, 'GET'],
    [`/rest/vendor/events/v1/events/${event.id}`, {}, 'GET'],
  ];
  for (const [url, requestHeaders, method] of uncountedRequests) await request(url, requestHeaders, method);
  await visitedSite.close();
  site = await openWholeSite({ DATABASE_URL: database.url });
});
afterAll(async () => {
  setClock();
  await site.close();
  await drop();
});

const readStatistics = async (variables: Record<string, unknown> = {}) => {
  const { data, errors } = await site.graphql(STATISTICS, { from: TODAY, to: TODAY, ...variables }, 'administrator2');
  expect(errors).toEqual([]);
  return data.siteStatistics;
};

describe('Page views', () => {
  it('exclude HEAD requests, bots, prefetches, drafts, protected texts, feeds, errors and API responses', async () => {
    const { views, kinds } = await readStatistics();
    expect(views).toBe(expectedViews);
    expect(Object.fromEntries(kinds.map(({ kind, views: count }: { kind: string; views: number }) => [kind, count]))).toEqual({
      EVENT: 4,
      POST: 3,
      PAGE: 1,
      FRONT: 1,
      CALENDAR: 1,
      SEARCH: 1,
      VENUE: 1,
      ORGANIZER: 1,
      ARCHIVE: 1,
    });
  });

  it('are returned by day and channel, for the site or one event', async () => {
    const { views, days, channels, events } = await readStatistics({ from: '2031-03-03', to: '2031-03-06', eventId: event.id });
    expect(views).toBe(4);
    expect(days).toEqual([
      { day: '2031-03-03', views: 0 },
      { day: '2031-03-04', views: 0 },
      { day: TODAY, views: 4 },
      { day: '2031-03-06', views: 0 },
    ]);
    expect(channels).toEqual(
      Object.entries({ DIRECT: 1, SITE: 1, SEARCH: 1, SOCIAL: 0, MAIL: 0, REFERRAL: 1 }).map(([channel, count]) => ({
        channel,
        views: count,
      })),
    );
    expect(events).toEqual([{ databaseId: event.id, title: 'Opening night', views: 4, event: { title: { rendered: 'Opening night' } } }]);
  });

  it('are stored as numbers without address, browser or referrer', async () => {
    const rows = await site.site.db.sql<Record<string, unknown>>('SELECT * FROM page_view_count');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(['channel', 'day', 'kind', 'target_id', 'views']);
    const text = JSON.stringify(rows);
    expect(text).not.toMatch(/google|example\.org|Firefox|127\.0\.0\.1/);
  });

  it('exclude signed-in staff', async () => {
    const { id } = await site.user('editor');
    const { token } = await startSession(site.site, id, { ip: '127.0.0.1', userAgent: BROWSER, remember: false });
    const viewedPages: unknown[] = [];
    onPageViewed(site.site, (page) => viewedPages.push(page));
    const request = (headers: Record<string, string>) =>
      site.http.inject({ method: 'GET', url: '/', headers: { 'user-agent': BROWSER, ...headers } });
    await request({ cookie: `${SESSION_COOKIE}=${token}` });
    expect(viewedPages).toEqual([]);
    await request({});
    expect(viewedPages).toEqual([{ kind: 'front', id: 0 }]);
  });
});

describe('Counting views', () => {
  const request: PageRequest = { method: 'GET', headers: { 'user-agent': BROWSER, host: 'site.test' } };
  const total = async (day: string) => (await readStatistics({ from: day, to: day })).views;

  it('adds up over processes that store at the same time', async () => {
    const counters = [1, 2, 3].map(() => new ViewCounter(site.site));
    setClock(createFrozenClock('2031-04-01T12:00:00Z'));
    await Promise.all(
      counters.map(async (counter, index) => {
        for (let round = 0; round < 5; round += 1) {
          for (let id = 0; id < 40; id += 1) counter.count({ kind: 'event', id: index % 2 === 0 ? id : 39 - id }, request);
          await counter.flush();
        }
        await counter.close();
      }),
    );
    expect(await total('2031-04-01')).toBe(3 * 5 * 40);
  });

  it('adds a repeated batch once', async () => {
    const counts = [{ day: '2031-04-02', kind: 'front', targetId: 0, channel: 'direct', views: 7 } as const];
    await storeViews(site.site, { writer: 'w', number: 1, counts });
    await storeViews(site.site, { writer: 'w', number: 1, counts });
    expect(await total('2031-04-02')).toBe(7);
    await storeViews(site.site, { writer: 'w', number: 2, counts });
    expect(await total('2031-04-02')).toBe(14);
  });

  it('retains counts while the database is unavailable', async () => {
    setClock(createFrozenClock('2031-04-03T12:00:00Z'));
    let isDown = true;
    const db = {
      ...site.site.db,
      rows: async (...args: Parameters<typeof site.site.db.rows>) => {
        if (isDown) throw new Error('the database is unavailable');
        return await site.site.db.rows(...args);
      },
    } as typeof site.site.db;
    const counter = new ViewCounter({ ...site.site, db });
    counter.count({ kind: 'front', id: 0 }, request);
    await expect(counter.flush()).rejects.toThrow('unavailable');
    counter.count({ kind: 'front', id: 0 }, request);
    isDown = false;
    await counter.close();
    expect(await total('2031-04-03')).toBe(2);
  });

  it('uses days in the time zone of the site', async () => {
    await site.site.settings.set(timezoneString, 'Pacific/Auckland');
    setClock(createFrozenClock('2031-05-01T13:00:00Z'));
    const counter = new ViewCounter(site.site);
    counter.count({ kind: 'front', id: 0 }, request);
    await counter.close();
    await site.site.settings.set(timezoneString, 'UTC');
    expect([await total('2031-05-01'), await total('2031-05-02')]).toEqual([0, 1]);
  });

  it('deletes days that exceed the retention', async () => {
    const { errors } = await site.graphql(
      'mutation { updateSetting(input: { key: "figures_kept_days", value: 31 }) { key } }',
      {},
      'administrator2',
    );
    expect(errors).toEqual([]);
    expect(await removeOldViews(site.site, '2031-05-04')).toBeGreaterThan(0);
    expect([await total('2031-04-02'), await total('2031-04-03')]).toEqual([0, 2]);
  });
});
