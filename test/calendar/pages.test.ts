import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { trashEvent } from '#app/domains/events/calendar.service.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { OrganizerRecord, VenueRecord } from '#app/domains/events/linked.record.ts';
import { createFrozenClock, setClock } from '#app/core/time/clock.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import { type CalendarApp, openCalendarApp } from './calendar-app.ts';

let app: CalendarApp;
let venue: VenueRecord;
let organizer: OrganizerRecord;
let concert: EventRecord;
const clock = createFrozenClock('2031-05-14T12:00:00Z');

beforeAll(async () => {
  app = await openCalendarApp();
  setClock(clock);
  venue = await app.venue({ title: 'The Barn', address: 'Hill 1', city: 'Oslo', country: 'Norway', website: 'https://barn.example' });
  organizer = await app.organizer({ title: 'Ada & Co', email: 'ada@example.org', phone: '+47 22 33 44' });
  concert = await app.event({
    title: 'Concert </script><b>',
    description: 'Loud.\n\nVery loud.',
    start: '2031-05-20 19:00:00',
    end: '2031-05-20 22:00:00',
    timezone: 'Europe/Oslo',
    venues: [{ id: venue.id }],
    organizers: [{ id: organizer.id }],
    categories: ['Music'],
    cost: ['20$'],
    website: 'javascript:alert(1)',
    showMapLink: true,
  });
  await app.event({
    title: 'Locked',
    start: '2031-05-21 19:00:00',
    end: '2031-05-21 20:00:00',
    description: 'Behind a door.',
    password: 'open',
    venues: [{ id: venue.id }],
  });
});
afterAll(async () => {
  setClock();
  await app.close();
});
afterEach(() => setClock(clock));

describe('Calendar pages', () => {
  test('contain the view with its neighbors and the API headers, and are cached until they change', async () => {
    const response = await app.get('/events/month/2031-05/');
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(response.headers).toMatchObject({
      'x-tec-api-version': 'v1',
      'x-tec-api-root': 'http://site.test/rest/vendor/events/v1/',
      'x-tec-api-origin': 'http://site.test',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Cookie',
      etag: expect.any(String),
    });
    expect(response.payload).toContain('<html lang="en-US">');
    expect(response.payload).toContain('<title>Events, May 2031 – Marquee</title>');
    expect(response.payload).toContain('<link rel="canonical" href="http://site.test/events/month/2031-05/">');
    expect(response.payload).toContain('"is_initial_load":true');
    expect((await app.get('/events/month/2031-05/', { 'if-none-match': String(response.headers['etag']) })).statusCode).toBe(304);
    const css = /href="(\/assets\/calendar-[0-9a-f]+\.css)"/.exec(response.payload)?.[1] ?? '';
    expect((await app.get(css)).headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await app.get('/')).headers['x-tec-api-version']).toBe('v1');
  });

  test('link to the next and previous page in the head', async () => {
    await app.site.settings.set(postsPerPage, 1);
    const { payload } = await app.get('/events/list/');
    await app.site.settings.set(postsPerPage, 10);
    expect(payload).toContain('<link rel="next" href="http://site.test/events/list/page/2/">');
    expect(payload).not.toContain('<link rel="prev"');
  });

  test('are hidden from search engines when empty or past', async () => {
    const robots = async (path: string) => (await app.get(path)).headers['x-robots-tag'];
    expect(await Promise.all(['/events/', '/events/month/2031-05/', '/events/2031-05-20/'].map(robots))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(
      await Promise.all(
        [
          '/events/?eventDisplay=past',
          '/events/latest-past/',
          '/events/month/2031-04/',
          '/events/2031-05-22/',
          '/events/?tribe-bar-search=loud',
        ].map(robots),
      ),
    ).toEqual(Array(5).fill('noindex'));
  });

  test('redirect to their canonical URL, and are 404 for unknown terms', async () => {
    const redirected = await app.get('/events?x=1');
    expect([redirected.statusCode, redirected.headers['location']]).toEqual([301, '/events/?x=1']);
    expect((await app.get('/events/category/unknown/')).statusCode).toBe(404);
    for (const kind of ['event', 'venue', 'organizer']) expect((await app.get(`/${kind}/`)).statusCode).toBe(404);
    expect((await app.get('/events/category/music/')).payload).toContain('<h1>Events: Music</h1>');
  });

  test("are not cached for signed-in users, and also contain a visitor's nonce", async () => {
    const { cookie } = await app.signIn('subscriber');
    const response = await app.get('/events/', { cookie });
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.payload).toMatch(/"tvn1":"[0-9a-f]{10}","tvn2":"[0-9a-f]{10}"/);
  });
});

describe('Event page', () => {
  test('shows date, place and organizer, also as structured data', async () => {
    const { statusCode, payload, headers } = await app.get(`/event/${concert.slug}/`);
    expect([statusCode, headers['x-tec-api-version']]).toEqual([200, 'v1']);
    expect(payload).toContain('<p>Very loud.</p>');
    expect(payload).toContain('<a href="/venue/the-barn/">The Barn</a><br>Hill 1, Oslo, Norway');
    expect(payload).toContain('<a href="/organizer/ada-co/">Ada &amp; Co</a>');
    expect(payload).toContain('<a href="/events/category/music/">Music</a>');
    expect(payload).toContain(`webcal://site.test/event/${concert.slug}/?ical=1`);
    expect(payload).not.toContain('javascript:');
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(payload)?.[1] ?? '{}');
    expect(data).toMatchObject({
      '@type': 'Event',
      startDate: '2031-05-20T19:00:00+02:00',
      location: { name: 'The Barn' },
      organizer: { name: 'Ada & Co' },
    });
  });

  test('shows the dates of a password-protected event, and the text after the password is given', async () => {
    const locked = await app.get('/event/locked/');
    expect([locked.statusCode, locked.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(locked.payload).toContain('Protected: Locked');
    expect(locked.payload).not.toMatch(/Behind a door|ld\+json|The Barn/);
    const submitted = await app.http.inject({
      method: 'POST',
      url: '/event/locked/',
      payload: 'post_password=open',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([submitted.statusCode, submitted.headers['location']]).toEqual([303, '/event/locked/']);
    const cookie = String([submitted.headers['set-cookie']].flat()[0]).split(';')[0] as string;
    expect((await app.get('/event/locked/', { cookie })).payload).toContain('Behind a door.');
  });

  test('is 404 for visitors who may not read the event', async () => {
    const draft = await app.event({ title: 'Draft page', start: '2031-06-01 10:00:00', end: '2031-06-01 11:00:00', status: 'draft' });
    expect((await app.get(`/event/${draft.slug}/`)).statusCode).toBe(404);
    const { cookie } = await app.signIn('administrator');
    const draftPage = await app.get(`/event/${draft.slug}/`, { cookie });
    expect([draftPage.statusCode, draftPage.payload.includes('is not published (draft)'), draftPage.headers['x-robots-tag']]).toEqual([
      200,
      true,
      'noindex',
    ]);
    const trashed = await app.event({ title: 'Gone', start: '2031-06-01 10:00:00', end: '2031-06-01 11:00:00' });
    await trashEvent(app.site, app.editor, trashed.id);
    expect([(await app.get('/event/gone/')).statusCode, (await app.get('/event/no-such/')).statusCode]).toEqual([404, 404]);
  });

  test('redirects to its canonical URL', async () => {
    expect((await app.get(`/event/${concert.slug}`)).headers['location']).toBe(`/event/${concert.slug}/`);
  });
});

describe('Venue and organizer pages', () => {
  test('show the details and the upcoming events', async () => {
    const venuePage = await app.get('/venue/the-barn/');
    expect(venuePage.statusCode).toBe(200);
    for (const part of ['Hill 1, Oslo, Norway', 'https://barn.example/', '"@type":"Place"', `/event/${concert.slug}/`, 'Protected: Locked'])
      expect(venuePage.payload).toContain(part);
    const organizerPage = await app.get('/organizer/ada-co/');
    for (const part of [
      '<h1 dir="auto">Ada &amp; Co</h1>',
      'mailto:ada@example.org',
      'tel:+47223344',
      '"@type":"Person"',
      `/event/${concert.slug}/`,
    ])
      expect(organizerPage.payload).toContain(part);
    setClock(createFrozenClock('2040-01-01T00:00:00Z'));
    expect((await app.get('/organizer/ada-co/')).payload).toContain('There are no upcoming events.');
  });
});
