import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNonce } from '#app/domains/identity/auth/nonces.ts';
import { enabledViews } from '#app/domains/events/calendar/calendar.settings.ts';
import { addDays, getWeekStart } from '#app/domains/events/calendar/days.ts';
import { createFrozenClock, setClock } from '#app/core/time/clock.ts';
import { startOfWeek } from '#app/core/settings/site.settings.ts';
import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { type CalendarApp, openCalendarApp } from './calendar-app.ts';

let app: CalendarApp;
const createdEvents: { title: string; start: string; end: string }[] = [];
const createEvent = async (title: string, start: string, end: string, options: object = {}) => {
  createdEvents.push({ title, start, end });
  await app.event({ title, start, end, ...options });
};
beforeAll(async () => {
  app = await openCalendarApp();
  setClock(createFrozenClock('2031-05-14T12:00:00Z'));
  await createEvent('Talk', '2031-05-14 18:00:00', '2031-05-14 19:00:00', { categories: ['Talks'] });
  await createEvent('Breakfast', '2031-05-14 08:00:00', '2031-05-14 09:00:00');
  await createEvent('Fair', '2031-05-13 10:00:00', '2031-05-15 18:00:00');
  await createEvent('Until midnight', '2031-05-16 20:00:00', '2031-05-17 00:00:00');
  await createEvent('Two weeks', '2031-05-24 10:00:00', '2031-06-07 10:00:00');
  await createEvent('Zoned', '2031-05-18 23:30:00', '2031-05-19 01:00:00', { timezone: 'Pacific/Auckland' });
});
afterAll(async () => {
  setClock();
  await app.close();
});

const page = async (path: string) => {
  const response = await app.get(path);
  return { status: response.statusCode, headers: response.headers, text: response.payload };
};
/** Returns the titles that a page shows, by day. */
function columnsOf(text: string): Record<string, string[]> {
  return Object.fromEntries(
    [...text.matchAll(/aria-labelledby="evt-week-(\d{4}-\d\d-\d\d)"[^>]*>\s*<h2[\s\S]*?<\/section>/g)].map((match) => [
      match[1],
      [...match[0].matchAll(/<h3 class="evt-title"><a [^>]*>([^<]*)</g)].map((title) => title[1] as string),
    ]),
  );
}
const linkOf = (text: string, rel: string) =>
  new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(text)?.[1]?.replace('http://site.test', '');

describe('Week view', () => {
  test('shows seven days with their events: multi-day events first, then by time', async () => {
    const { status, text } = await page('/events/week/');
    expect(status).toBe(200);
    expect(columnsOf(text)).toEqual({
      '2031-05-12': [],
      '2031-05-13': ['Fair'],
      '2031-05-14': ['Fair', 'Breakfast', 'Talk'],
      '2031-05-15': ['Fair'],
      '2031-05-16': ['Until midnight'],
      '2031-05-17': [],
      '2031-05-18': ['Zoned'],
    });
    expect(text).toContain('<time datetime="2031-05-12">May 12 – 18, 2031</time>');
  });

  test('has one canonical URL, and a next and a previous week only if there are events in that direction', async () => {
    for (const path of ['/events/week/2031-05-15/', '/events/week/2031-05-12/', '/events/?eventDisplay=week&tribe-bar-date=2031-05-18']) {
      const { text } = await page(path);
      expect([linkOf(text, 'canonical'), linkOf(text, 'prev'), linkOf(text, 'next')]).toEqual([
        '/events/week/2031-05-12/',
        undefined,
        '/events/week/2031-05-19/',
      ]);
    }
    const lastWeek = (await page('/events/week/2031-06-02/')).text;
    expect([linkOf(lastWeek, 'prev'), linkOf(lastWeek, 'next')]).toEqual(['/events/week/2031-05-26/', undefined]);
    expect(lastWeek).toContain('May 26 – June 1');
  });

  test('starts on the first weekday of the site', async () => {
    await app.site.settings.set(startOfWeek, 0);
    const { text } = await page('/events/week/2031-05-18/');
    await app.site.settings.set(startOfWeek, 1);
    expect(Object.keys(columnsOf(text))).toEqual(Array.from({ length: 7 }, (_, i) => addDays('2031-05-18', i)));
  });

  test('appears in the selector only if the site enables it', async () => {
    const isOffered = async () => (await page('/events/')).text.includes('/events/week/');
    expect(await isOffered()).toBe(false);
    await app.site.settings.set(enabledViews, ['list', 'month', 'day', 'week']);
    expect(await isOffered()).toBe(true);
    expect((await page('/events/week/2031-05-15/')).text).toMatch(
      /aria-current="true"[^>]*><span class="evt-hidden">Show events in <\/span>Week/,
    );
    await app.site.settings.set(enabledViews, ['list', 'month', 'day']);
  });

  test('shows why it is empty, and is hidden from search engines if it is empty or past', async () => {
    const empty = await page('/events/week/2031-04-07/');
    expect(empty.text).toContain('data-key="week_no_results_found_w_ff_link"');
    expect(empty.text).toContain('href="/events/week/2031-05-12/">Jump to the next upcoming events');
    expect((await page('/events/week/2032-01-01/')).text).toContain('data-key="week_no_results_found"');
    expect((await page('/events/week/?tribe-bar-search=none%3Cb')).text).toContain('“none&lt;b”');
    const robots = async (path: string) => (await page(path)).headers['x-robots-tag'];
    expect(await Promise.all(['/events/week/', '/events/week/2031-04-07/', '/events/week/2031-05-19/'].map(robots))).toEqual([
      undefined,
      'noindex',
      undefined,
    ]);
    setClock(createFrozenClock('2031-05-19T00:00:01Z'));
    expect(await robots('/events/week/2031-05-12/')).toBe('noindex');
    setClock(createFrozenClock('2031-05-14T12:00:00Z'));
  });

  test('supports category, search and feed', async () => {
    expect(Object.values(columnsOf((await page('/events/category/talks/week/2031-05-14/')).text)).flat()).toEqual(['Talk']);
    expect(Object.values(columnsOf((await page('/events/week/?tribe-bar-search=fair')).text)).flat()).toEqual(['Fair', 'Fair', 'Fair']);
    const feed = (await page('/events/week/2031-05-14/?ical=1')).text;
    expect([...feed.matchAll(/^SUMMARY:(.*)\r$/gm)].map((match) => String(match[1])).toSorted()).toEqual([
      'Breakfast',
      'Fair',
      'Talk',
      'Until midnight',
      'Zoned',
    ]);
  });

  test('is returned by REST as a fragment with the event IDs by day', async () => {
    const query = new URLSearchParams({
      u: 'http://site.test/events/week/2031-05-14/',
      tvn1: createNonce(app.site, anonymous, 'view_rest'),
    });
    const response = await app.get(`/rest/vendor/views/v2/html?${query.toString()}`);
    expect(response.statusCode).toBe(200);
    const { html } = response.json<{ html: string }>();
    const data = JSON.parse(/data-js="evt-view-data" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '') as Record<
      string,
      unknown
    >;
    expect([data['slug'], data['view_label'], data['url']]).toEqual(['week', 'Week', 'http://site.test/events/week/2031-05-12/']);
    expect(Object.entries(data['events'] as Record<string, number[]>).map(([day, ids]) => [day.slice(8), ids.length])).toEqual([
      ['12', 0],
      ['13', 1],
      ['14', 3],
      ['15', 1],
      ['16', 1],
      ['17', 0],
      ['18', 1],
    ]);
  });

  test('shows an event exactly on the days on which it takes place', async () => {
    const day = fc.integer({ min: 0, max: 60 }).map((n) => addDays('2031-04-20', n));
    await fc.assert(
      fc.asyncProperty(day, async (weekDay) => {
        const columns = columnsOf((await page(`/events/week/${weekDay}/`)).text);
        const firstDay = getWeekStart(weekDay, 1);
        expect(Object.keys(columns)).toEqual(Array.from({ length: 7 }, (_, i) => addDays(firstDay, i)));
        for (const [date, titles] of Object.entries(columns)) {
          const expected = createdEvents
            .filter(({ start, end }) => start <= `${date} 23:59:59` && end > `${date} 00:00:00`)
            .map(({ title }) => title);
          expect(titles.toSorted()).toEqual(expected.toSorted());
        }
      }),
      { numRuns: 15 },
    );
  });

  test('is cached until it changes', async () => {
    const response = await page('/events/week/2031-05-15/');
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      etag: expect.any(String),
      vary: 'Cookie',
    });
    expect((await app.get('/events/week/2031-05-15/', { 'if-none-match': String(response.headers['etag']) })).statusCode).toBe(304);
  });
});
