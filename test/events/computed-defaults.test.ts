import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrozenClock, withClock } from '../../src/core/time/clock.ts';
import { timezoneString } from '../../src/core/settings/site.settings.ts';
import { type CalendarSite, openCalendar } from './calendar-site.ts';

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

const events = '/vendor/events/v1/events';
const fetchAt = async (moment: string, path: string, method = 'GET') =>
  await withClock(createFrozenClock(moment), async () => (await site.rest(method, path)).body);
const defaults = (route: { endpoints: { args: Record<string, { default?: unknown }> }[] }) => {
  const { start_date: start, end_date: end, starts_after: after } = route.endpoints[0]?.args ?? {};
  return [start?.default, end?.default, after?.default];
};

describe('Computed defaults of the event list', () => {
  it('are described relative to the request, in the time zone of the site', async () => {
    const expected = ['2026-11-27 23:59:00', '2028-11-28 04:00:00', undefined];
    for (const path of ['/', '/vendor/events/v1'])
      expect(defaults((await fetchAt('2026-11-28T04:07:13Z', path)).routes[events])).toEqual(expected);
    expect(defaults(await fetchAt('2026-11-28T04:07:13Z', events, 'OPTIONS'))).toEqual(expected);
    expect(defaults((await fetchAt('2026-12-01T10:00:00Z', '/')).routes[events])).toEqual([
      '2026-11-30 23:59:00',
      '2028-12-01 10:00:00',
      undefined,
    ]);
    await site.site.settings.set(timezoneString, 'Europe/Oslo');
    expect(defaults((await fetchAt('2026-12-01T10:00:00Z', '/')).routes[events])).toEqual([
      '2026-12-01 00:59:00',
      '2028-12-01 11:00:00',
      undefined,
    ]);
    await site.site.settings.set(timezoneString, 'UTC');
  });

  it('do not appear in the links of the response', async () => {
    const { body } = await site.legacy('GET', '/events', { query: { starts_after: '2020-01-01' } });
    expect(body.rest_url).not.toMatch(/[?&](start|end)_date=/);
  });
});

describe('Neighbor links of a page', () => {
  it('keep parameters that the route reads but does not publish', async () => {
    for (const title of ['One', 'Two']) {
      const { id } = await site.makeEvent({ title, description: 'Behind the curtain.' });
      await site.site.db.prisma.content.update({ where: { id }, data: { password: 'open' } });
    }
    const { body } = await site.legacy('GET', '/events', { query: { per_page: 1, password: 'open', foo: 'bar' } });
    expect(body.events[0].description).toContain('Behind the curtain.');
    expect(body.next_rest_url).not.toContain('foo');
    const nextPage = await site.rest('GET', body.next_rest_url.slice('http://site.test/rest'.length));
    expect(nextPage.body.events[0].description).toContain('Behind the curtain.');
    expect(nextPage.body.previous_rest_url).toContain('password=open');
  });
});

describe('Undocumented behavior of evt/v1 (document 1)', () => {
  it.each([
    ['organizers', 'organizer'],
    ['venues', 'venue'],
  ])('stores the sticky flag of %s', async (collection, field) => {
    const created = await site.current('POST', `/${collection}`, { as: 'editor', body: { title: 'First', sticky: true } });
    expect(created.status).toBe(201);
    const isSticky = async () => (await site.graphql(`{ ${field}(id: ${created.body.id}) { isSticky } }`)).data[field].isSticky;
    expect(await isSticky()).toBe(true);
    await site.current('PUT', `/${collection}/${created.body.id}`, { as: 'editor', body: { title: 'Other' } });
    expect(await isSticky()).toBe(true);
    await site.current('PUT', `/${collection}/${created.body.id}`, { as: 'editor', body: { sticky: false } });
    expect(await isSticky()).toBe(false);
  });

  it('keeps the dates of an event if the new end is before its start, and refuses such a new event (docs/behaviour/events.md 3.4)', async () => {
    const times = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' };
    const { body } = await site.current('POST', '/events', { as: 'editor', body: { title: 'Talk', ...times } });
    const changed = await site.current('PUT', `/events/${body.id}`, { as: 'editor', body: { duration: -5 } });
    expect([changed.status, changed.body.end_date]).toEqual([200, times.end_date]);
    const refusal = await site.current('POST', '/events', {
      as: 'editor',
      body: { title: 'Talk', start_date: times.start_date, duration: -5 },
    });
    expect(refusal.status).toBe(500);
  });
});
