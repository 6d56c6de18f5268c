import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalendarSite, ids, openCalendar } from './calendar-site.ts';

let site: CalendarSite;
const titles = (body: { events: { title: string }[] }) => body.events.map((event) => event.title);
const list = async (query: NonNullable<Parameters<CalendarSite['legacy']>[2]>['query'], as?: 'editor' | 'administrator' | 'contributor') =>
  site.legacy('GET', '/events', { query, as });

describe('Lists of events (docs/behaviour/events.md 2.4, 2.5)', () => {
  let jazz: { id: number; slug: string };
  let parentOfJazz: { id: number };
  let hall: { id: number };
  let club: { id: number };
  let eventA: { id: number };
  let eventB: { id: number };

  beforeAll(async () => {
    site = await openCalendar();
    parentOfJazz = (await site.legacy('POST', '/categories', { as: 'administrator', body: { name: 'Music' } })).body;
    jazz = (await site.legacy('POST', '/categories', { as: 'administrator', body: { name: 'Jazz', parent: parentOfJazz.id } })).body;
    hall = await site.makeVenue({ venue: 'Hall' });
    club = await site.makeOrganizer({ organizer: 'Club' });
    eventA = await site.makeEvent({
      title: 'A',
      start_date: '+1 day 9am',
      end_date: '+1 day 10am',
      categories: [jazz.id],
      tags: 'loud',
      venue: hall.id,
      description: 'Trumpet & drums',
      featured: true,
    });
    eventB = await site.makeEvent({
      title: 'B',
      start_date: '+2 days 9am',
      end_date: '+2 days 10am',
      categories: 'Other',
      tags: 'loud,late',
      organizer: club.id,
      excerpt: 'Some TRUMPET too',
    });
    await site.makeEvent({ title: 'C', start_date: '+3 days 9am', end_date: '+3 days 10am' });
    await site.makeEvent({ title: 'Past', start_date: '2018-01-01 09:00', end_date: '2018-01-01 10:00' });
    await site.makeEvent({ title: 'Hidden', hide_from_listings: true });
    await site.makeEvent({ title: 'Draft', status: 'draft' });
    await site.makeEvent({ title: 'Private', status: 'private' });
  });
  afterAll(() => site.close());

  it('contain upcoming events by start, with totals in body and headers', async () => {
    const { body, headers } = await list({});
    expect(titles(body)).toEqual(['A', 'B', 'C']);
    expect(body).toMatchObject({ total: 3, total_pages: 1 });
    expect(headers).toMatchObject({ 'x-tec-total': '3', 'x-tec-totalpages': '1' });
    expect(body.rest_url).toMatch(
      /^http:\/\/site\.test\/rest\/vendor\/events\/v1\/events\/\?page=1&per_page=10&start_date=\d{4}-\d\d-\d\d%2000:00:00&end_date=\d{4}-\d\d-\d\d%2023:59:59&status=publish$/,
    );
    expect(body).not.toHaveProperty('next_rest_url');
    expect(body.events[0]).not.toHaveProperty('json_ld');
  });

  it('link to neighbor pages with the same filters', async () => {
    const first = await list({ per_page: 2, tags: 'loud,late', search: 'trumpet' });
    expect(titles(first.body)).toEqual(['A', 'B']);
    const firstPage = await list({ per_page: 1, tags: 'loud' });
    expect(firstPage.body.next_rest_url).toContain('page=2&per_page=1');
    expect(firstPage.body.next_rest_url).toContain('tags=loud');
    expect(firstPage.body).not.toHaveProperty('previous_rest_url');
    const nextPage = await site.rest('GET', firstPage.body.next_rest_url.slice('http://site.test/rest'.length));
    expect(titles(nextPage.body)).toEqual(['B']);
    expect(nextPage.body.previous_rest_url).not.toMatch(/[?&]page=/);
    expect(titles((await site.rest('GET', nextPage.body.previous_rest_url.slice('http://site.test/rest'.length))).body)).toEqual(['A']);
  });

  it('refuse invalid pages, and limit the page size', async () => {
    for (const query of [{ page: 0 }, { page: -1 }, { page: 'foo' }, { per_page: 0 }, { per_page: 'x' }]) {
      expect(await list(query)).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param', data: { params: { [Object.keys(query)[0] as string]: expect.any(String) } } },
      });
    }
    expect((await list({ per_page: 500 })).body.rest_url).toContain('per_page=50');
    expect(await list({ page: 2 })).toMatchObject({ status: 404, body: { code: 'event-archive-page-not-found', data: { status: 404 } } });
  });

  it.each<[string, () => Record<string, string | number | boolean>, string[]]>([
    ['a category by slug', () => ({ categories: 'jazz' }), ['A']],
    ['a category by id', () => ({ categories: jazz.id }), ['A']],
    ['a parent category', () => ({ categories: parentOfJazz.id }), ['A']],
    ['any of several categories', () => ({ categories: 'jazz,other' }), ['A', 'B']],
    ['categories and tags', () => ({ categories: 'jazz,other', tags: 'late' }), ['B']],
    ['a venue', () => ({ venue: hall.id }), ['A']],
    ['an organizer', () => ({ organizer: club.id }), ['B']],
    ['words in title, text or excerpt', () => ({ search: 'TRUMPET' }), ['A', 'B']],
    ['every word', () => ({ search: 'trumpet drums' }), ['A']],
    ['featured events', () => ({ featured: 'true' }), ['A']],
    ['events that are not featured', () => ({ featured: 0 }), ['B', 'C']],
    ['IDs, with any dates', () => ({ include: `${eventB.id},${eventA.id}` }), ['A', 'B']],
    ['a bound in the past', () => ({ start_date: '2018-01-01', end_date: '2018-01-02' }), ['Past']],
    ['tickets', () => ({ ticketed: 'true' }), []],
    ['no tickets', () => ({ ticketed: 'false' }), ['A', 'B', 'C']],
    ['coordinates', () => ({ geoloc: 'true' }), []],
  ])('can be filtered by %s', async (_filter, query, expected) => {
    expect(titles((await list(query())).body)).toEqual(expected);
  });

  it.each<[string, Record<string, string>]>([
    ['categories', { categories: 'nothing' }],
    ['categories', { categories: '99999999' }],
    ['tags', { tags: 'nothing' }],
    ['venue', { venue: '99999999' }],
    ['venue', { venue: 'x' }],
    ['organizer', { organizer: '99999999' }],
    ['post_parent', { post_parent: '99999999' }],
    ['post_parent', { post_parent: '0' }],
    ['search', { search: '' }],
    ['strict_dates', { strict_dates: '' }],
    ['start_date', { start_date: 'someday' }],
    ['ends_after', { ends_after: '' }],
    ['featured', { featured: 'maybe' }],
    ['include', { include: 'x' }],
    ['geoloc_lng', { geoloc: 'true', geoloc_lat: '1' }],
    ['geoloc_lat', { geoloc_lat: 'north' }],
    ['status', { status: 'publish,draft' }],
    ['status', { status: 'draft' }],
  ])('refuse %s of %j', async (name, query) => {
    const { status, body } = await list(query);
    expect({ status, code: body.code, names: Object.keys(body.data.params) }).toEqual({
      status: 400,
      code: 'rest_invalid_param',
      names: [name],
    });
  });

  it('contain more events for users who write events', async () => {
    expect(titles((await list({}, 'editor')).body)).toEqual(['A', 'Draft', 'Private', 'B', 'C']);
    expect(titles((await list({ status: 'draft,private' }, 'editor')).body).sort()).toEqual(['Draft', 'Private']);
    expect(titles((await list({ status: 'trash' }, 'editor')).body)).toEqual([]);
    expect((await list({ status: 'odd' }, 'editor')).status).toBe(400);
    expect(titles((await list({}, 'contributor')).body)).toEqual(['A', 'B', 'C']);
    expect(titles((await list({}, 'administrator')).body)).toContain('Hidden');
  });

  it('can be filtered by distance', async () => {
    const createVenueAt = async (title: string, latitude: number, longitude: number) => {
      const { data } = await site.graphql(
        'mutation($draft: VenueDraft!) { createVenue(draft: $draft) { venue { databaseId } } }',
        { draft: { title, latitude, longitude } },
        'administrator',
      );
      return data.createVenue.venue.databaseId as number;
    };
    await site.makeEvent({
      title: 'Bergen',
      venue: await createVenueAt('In Bergen', 60.39, 5.32),
      start_date: '+4 days',
      end_date: '+4 days',
    });
    await site.makeEvent({
      title: 'Oslo',
      venue: await createVenueAt('In Oslo', 59.91, 10.75),
      start_date: '+5 days',
      end_date: '+5 days',
    });
    const position = { geoloc: 'true', geoloc_lat: '59.9', geoloc_lng: '10.7' };
    expect(titles((await list(position)).body)).toEqual(['Oslo', 'Bergen']);
    expect(titles((await list({ geoloc: 'true' })).body)).toEqual(['Bergen', 'Oslo']);
    expect((await list({ geoloc: 'true' })).body.events[0].venue).toMatchObject({ geo_lat: 60.39, geo_lng: 5.32 });
  });

  it('support _fields', async () => {
    const { body } = await list({ _fields: 'events.id,events.title,total', include: eventA.id });
    expect(body).toEqual({ events: [{ id: eventA.id, title: 'A' }], total: 1 });
  });

  it('take one statement', async () => {
    await list({});
    for (const query of [{}, { per_page: 1 }, { search: 'trumpet' }, { featured: 'true' }]) {
      site.statements.length = 0;
      await list(query);
      expect(site.statements.length).toBe(1);
    }
  });
});

describe('Lists of venues and organizers (docs/behaviour/events.md 2.10)', () => {
  let temple: { id: number };
  let event: { id: number };
  beforeAll(async () => {
    site = await openCalendar();
    await site.makeVenue({ venue: 'Old' });
    temple = await site.makeVenue({ venue: 'Church', address: '100, Avenue du Temple', city: 'Lyon' });
    await site.makeVenue({ venue: 'Temple', city: 'Avenue' });
    event = await site.makeEvent({ title: 'Mass', venue: temple.id, organizer: [{ organizer: 'Choir', email: 'choir@example.org' }] });
    await site.makeEvent({ title: 'Past', venue: { venue: 'Past hall' }, start_date: '2018-01-01', end_date: '2018-01-01' });
    await site.makeEvent({ title: 'Not yet', status: 'draft', venue: { venue: 'Draft hall' } });
    await site.makeOrganizer({ organizer: 'Lonely' });
  });
  afterAll(() => site.close());

  const names = async (query: Record<string, string | number>, as?: 'editor') => {
    const { body } = await site.legacy('GET', '/venues', { query, as });
    return body.venues.map((venue: { venue: string }) => venue.venue);
  };

  it('are sorted latest first', async () => {
    expect(await names({})).toEqual(['Draft hall', 'Past hall', 'Temple', 'Church', 'Old']);
    expect((await site.legacy('GET', '/venues')).headers).toMatchObject({ 'x-tec-total': '5', 'x-tec-totalpages': '1' });
  });

  it('match all search words in one field', async () => {
    expect(await names({ search: 'temple avenue' })).toEqual(['Church']);
    expect(await names({ search: 'temple' })).toEqual(['Temple', 'Church']);
    expect((await site.legacy('GET', '/venues', { query: { search: 'nowhere' } })).body).toMatchObject({
      venues: [],
      total: 0,
      total_pages: 0,
    });
    expect((await site.legacy('GET', '/organizers', { query: { search: 'choir@example' } })).body.organizers).toMatchObject([
      { organizer: 'Choir' },
    ]);
  });

  it.each<[string, () => Record<string, string | number>, string[]]>([
    ['an event', () => ({ event: event.id }), ['Church']],
    ['having events', () => ({ has_events: 'yes' }), ['Past hall', 'Church']],
    ['having no events', () => ({ has_events: 'no' }), ['Draft hall', 'Temple', 'Old']],
    ['upcoming events', () => ({ only_with_upcoming: 1 }), ['Church']],
    ['nothing if the parameter is false', () => ({ only_with_upcoming: 'false' }), ['Draft hall', 'Past hall', 'Temple', 'Church', 'Old']],
  ])('can be filtered by %s', async (_filter, query, expected) => {
    expect(await names(query())).toEqual(expected);
  });

  it('keep an empty but effective filter in their links', async () => {
    const { body } = await site.legacy('GET', '/venues', { query: { has_events: '', per_page: 2 } });
    expect(body.venues.map((venue: { venue: string }) => venue.venue)).toEqual(['Draft hall', 'Temple']);
    const { searchParams } = new URL(body.next_rest_url);
    expect(await names(Object.fromEntries(searchParams))).toEqual(['Old']);
  });

  it('count only events that the caller may list', async () => {
    expect(await names({ only_with_upcoming: 1 }, 'editor')).toEqual(['Draft hall', 'Church']);
  });

  it('refuse an unknown event and missing pages', async () => {
    expect(await site.legacy('GET', '/venues', { query: { event: 99999999 } })).toMatchObject({
      status: 400,
      body: { data: { params: { event: expect.any(String) } } },
    });
    expect(await site.legacy('GET', '/organizers', { query: { page: 9 } })).toMatchObject({
      status: 404,
      body: { code: 'organizer-archive-page-not-found' },
    });
    expect(await site.legacy('GET', '/venues', { query: { status: 'draft' } })).toMatchObject({ status: 400 });
  });

  it('take one statement', async () => {
    await names({});
    site.statements.length = 0;
    await names({});
    expect(site.statements.length).toBe(1);
    expect(ids((await site.legacy('GET', '/venues')).body.venues)).toHaveLength(5);
  });
});
