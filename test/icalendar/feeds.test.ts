import ICAL from 'ical.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFrozenClock, setClock } from '#app/core/time/clock.ts';
import { updateEvent, trashEvent } from '#app/domains/events/calendar.service.ts';
import { type CalendarApp, openCalendarApp } from '../calendar/calendar-app.ts';

let app: CalendarApp;
const clock = createFrozenClock('2031-05-14T12:00:00Z');

beforeAll(async () => {
  app = await openCalendarApp();
  setClock(clock);
  const venue = await app.venue({ title: 'The Barn; old, red', address: 'Hill 1', city: 'Oslo', latitude: 59.9, longitude: 10.7 });
  const organizer = await app.organizer({ title: 'Ada "the" Organizer', email: 'ada@example.org' });
  await app.event({
    title: 'Concert & more, loud; really \\o/',
    description: 'First <b>line</b> &amp; so on.\n\nSecond line – ünïcödé 🎺 with many words so that it must be folded somewhere.',
    start: '2031-05-20 19:00:00',
    end: '2031-05-20 22:00:00',
    timezone: 'Europe/Oslo',
    venues: [{ id: venue.id }],
    organizers: [{ id: organizer.id }],
    categories: ['Music'],
    tags: ['live'],
  });
  await app.event({ title: 'Fair', start: '2031-05-22', end: '2031-05-24', allDay: true });
  await app.event({
    title: 'Locked',
    start: '2031-06-01 10:00:00',
    end: '2031-06-01 11:00:00',
    description: 'Behind a door.',
    password: 'pw',
  });
  await app.event({ title: 'Off', start: '2031-06-02 10:00:00', end: '2031-06-02 11:00:00', customFields: { event_status: 'cancelled' } });
  await app.event({ title: 'Draft', start: '2031-06-02 10:00:00', end: '2031-06-02 11:00:00', status: 'draft' });
  await app.event({ title: 'Hidden', start: '2031-06-02 10:00:00', end: '2031-06-02 11:00:00', isHiddenFromListings: true });
  await app.event({ title: 'Years ago', start: '2029-06-02 10:00:00', end: '2029-06-02 11:00:00' });
});
afterAll(async () => {
  setClock();
  await app.close();
});
afterEach(() => setClock(clock));

const read = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[]);
const listEvents = (text: string) => read(text).getAllSubcomponents('vevent');
const valueOf = (component: ICAL.Component, name: string) => component.getFirstPropertyValue(name)?.toString();
const summaries = (text: string) => listEvents(text).map((event) => valueOf(event, 'summary'));

describe('Calendar feeds', () => {
  test('contain what visitors see, with each field escaped and folded', async () => {
    const { statusCode, headers, payload } = await app.get('/events/?ical=1');
    expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'attachment; filename="events.ics"',
    ]);
    expect(read(payload).getFirstPropertyValue('prodid')).toBe('-//site.test//Marquee//EN');
    expect(summaries(payload)).toEqual(['Concert & more, loud; really \\o/', 'Fair', 'Locked', 'Off']);
    expect(payload.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(payload.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const [concert, fair, locked] = listEvents(payload) as [ICAL.Component, ICAL.Component, ICAL.Component];
    expect(valueOf(concert, 'description')).toBe(
      'First line & so on.\nSecond line – ünïcödé 🎺 with many words so that it must be folded somewhere.',
    );
    expect(valueOf(concert, 'location')).toBe('The Barn; old, red\nHill 1, Oslo');
    expect([valueOf(concert, 'geo'), valueOf(concert, 'url'), valueOf(concert, 'organizer')]).toEqual([
      '59.9,10.7',
      expect.stringContaining('http://site.test/event/concert-'),
      'mailto:ada@example.org',
    ]);
    expect(concert.getFirstProperty('dtstart')?.toICALString()).toBe('DTSTART;TZID=Europe/Oslo:20310520T190000');
    expect(concert.getFirstProperty('categories')?.getValues()).toEqual(['live', 'Music']);
    expect([fair.getFirstProperty('dtstart')?.toICALString(), fair.getFirstProperty('dtend')?.toICALString()]).toEqual([
      'DTSTART;VALUE=DATE:20310522',
      'DTEND;VALUE=DATE:20310525',
    ]);
    expect([valueOf(locked, 'description'), valueOf(locked, 'url')]).toEqual([undefined, undefined]);
    expect(payload).not.toContain('Behind a door');
  });

  test('have the same bytes and ETag for the same events, and return 304 for the current ETag', async () => {
    const first = await app.get('/events/?ical=1');
    setClock(createFrozenClock('2031-05-15T18:30:00Z'));
    const second = await app.get('/events/?ical=1');
    expect(second.payload).toBe(first.payload);
    const third = await app.get('/events/?ical=1', { 'if-none-match': String(first.headers['etag']) });
    expect([third.statusCode, third.payload]).toEqual([304, '']);
  });

  test('exist for categories, tags, venues, organizers, single events and searches', async () => {
    expect(summaries((await app.get('/events/category/music/?ical=1')).payload)).toEqual(['Concert & more, loud; really \\o/']);
    expect(summaries((await app.get('/events/tag/live/?ical=1')).payload)).toHaveLength(1);
    expect(summaries((await app.get('/venue/the-barn-old-red/?ical=1')).payload)).toHaveLength(1);
    expect(summaries((await app.get('/organizer/ada-the-organizer/?ical=1')).payload)).toHaveLength(1);
    expect(summaries((await app.get('/events/?tribe-bar-search=fair&ical=1')).payload)).toEqual(['Fair']);
    expect(summaries((await app.get('/events/month/2031-06/?ical=1')).payload)).toEqual(['Locked', 'Off']);
    const single = await app.get('/event/fair/?ical=1');
    expect([summaries(single.payload), single.headers['content-disposition']]).toEqual([['Fair'], 'attachment; filename="fair.ics"']);
    expect(
      await Promise.all(
        ['/event/draft/?ical=1', '/event/no-such/?ical=1', '/events/category/no-such/?ical=1'].map(
          async (path) => (await app.get(path)).statusCode,
        ),
      ),
    ).toEqual([404, 404, 404]);
  });

  test('keep cancelled and deleted events, marked as cancelled', async () => {
    const event = await app.event({
      title: 'Called off',
      start: '2031-06-03 10:00:00',
      end: '2031-06-03 11:00:00',
      description: 'No longer public.',
    });
    const statusOf = async (title: string) =>
      listEvents((await app.get('/events/?ical=1')).payload)
        .filter((event) => valueOf(event, 'summary') === title)
        .map((event) => valueOf(event, 'status'));
    expect([await statusOf('Called off'), await statusOf('Off')]).toEqual([['CONFIRMED'], ['CANCELLED']]);
    await trashEvent(app.site, app.editor, event.id);
    expect(await statusOf('Called off')).toEqual(['CANCELLED']);
    expect((await app.get('/events/?ical=1')).payload).not.toContain('No longer public');
  });

  test('increase the sequence number with each change', async () => {
    const event = await app.event({ title: 'Moved', start: '2031-06-04 10:00:00', end: '2031-06-04 11:00:00' });
    const sequence = async () =>
      Number(valueOf(listEvents((await app.get(`/event/${event.slug}/?ical=1`)).payload)[0] as ICAL.Component, 'sequence'));
    const before = await sequence();
    setClock(createFrozenClock('2031-05-14T13:00:00Z'));
    await updateEvent(
      app.site,
      app.editor,
      event.id,
      { start: '2031-06-04 12:00:00', end: '2031-06-04 13:00:00' },
      { whenReversed: 'clamp', argument: 'changes' },
    );
    expect(await sequence()).toBeGreaterThan(before);
  });
});
