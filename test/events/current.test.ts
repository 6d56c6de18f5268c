import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUserName } from '../support/site.ts';
import { type CalendarSite, ids, openCalendar } from './calendar-site.ts';

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

const times = { start_date: '2031-05-01 09:00:00', end_date: '2031-05-01 11:00:00' };
const createEvent = async (body: object = {}, as: TestUserName = 'administrator') => {
  const reply = await site.current('POST', '/events', { as, body: { title: 'An event', ...times, ...body } });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
};
const updateEvent = async (id: number, body: object, as: TestUserName = 'administrator') =>
  site.current('PUT', `/events/${id}`, { as, body });
const forbidden = (status: number) => ({ status, body: { code: 'rest_forbidden', data: { status } } });

describe('Event in the current version (docs/behaviour/events.md 3.2)', () => {
  it('has its fields in the published order', async () => {
    expect(Object.keys(await createEvent())).toEqual([
      'id',
      'date',
      'date_gmt',
      'guid',
      'modified',
      'modified_gmt',
      'slug',
      'status',
      'type',
      'link',
      'title',
      'content',
      'excerpt',
      'author',
      'featured_media',
      'template',
      'tags',
      'tribe_events_cat',
      'class_list',
      'start_date',
      'start_date_utc',
      'end_date',
      'end_date_utc',
      'dates',
      'timezone',
      'duration',
      'multiday',
      'is_past',
      'is_now',
      'all_day',
      'featured',
      'sticky',
      'starts_this_week',
      'ends_this_week',
      'happens_this_week',
      'this_week_duration',
      'displays_on',
      'cost',
      'organizer_names',
      'organizers',
      'venues',
      'schedule_details',
      'short_schedule_details',
      'ticketed',
    ]);
  });

  it('contains the number of days on which it takes place', async () => {
    expect((await createEvent({ end_date: '2031-05-03 01:00:00' })).multiday).toBe(3);
    expect((await createEvent()).multiday).toBe(false);
  });

  it('is forbidden for callers who may not read it, like a missing event', async () => {
    const draft = await createEvent({ status: 'draft' });
    const venue = await site.makeVenue();
    for (const id of [draft.id, venue.id, 99999999]) {
      expect(await site.current('GET', `/events/${id}`)).toMatchObject(forbidden(401));
      expect(await site.current('PUT', `/events/${id}`, { as: 'subscriber', body: { title: 'X' } })).toMatchObject(forbidden(403));
      expect(await site.current('DELETE', `/events/${id}`)).toMatchObject(forbidden(401));
    }
    expect((await site.current('GET', `/events/${draft.id}`, { as: 'editor' })).status).toBe(200);
  });

  it('hides password-protected texts', async () => {
    const { data } = await site.graphql(
      'mutation { createEvent(draft: { title: "Secret", start: "2031-05-01 09:00", end: "2031-05-01 10:00", description: "Hidden", password: "knock" }) { event { databaseId } } }',
      {},
      'administrator',
    );
    const id = data.createEvent.event.databaseId as number;
    const { status, body } = await site.current('GET', `/events/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      title: { rendered: 'Secret' },
      duration: 0,
      featured: null,
      is_past: null,
      tags: [],
      organizers: [],
      dates: { start: { date: '1970-01-01 00:00:00.000000' } },
    });
    expect(body.content).toEqual({ rendered: expect.stringMatching(/protected/), protected: null });
    expect(body.start_date).toBe(body.content.rendered);
    expect((await site.current('GET', `/events/${id}?password=knock`)).body).toMatchObject({
      content: { rendered: '<p>Hidden</p>', protected: true },
      start_date: '2031-05-01 09:00:00',
    });
  });
});

describe('Writing events in the current version (docs/behaviour/events.md 3.4)', () => {
  it.each<[string, object]>([
    ['title', { title: '' }],
    ['start', { start_date: undefined }],
    ['end', { end_date: undefined }],
    ['order', { end_date: '2031-04-01 00:00:00' }],
  ])('fails without a valid %s', async (_field, body) => {
    const reply = await site.current('POST', '/events', { as: 'administrator', body: { title: 'X', ...times, ...body } });
    expect(reply).toMatchObject({ status: 500, body: { error: expect.any(String) } });
    expect(reply.body).not.toHaveProperty('code');
  });

  it.each<[string, unknown, string]>([
    ['start_date', '2031-05-01', 'tec_rest_invalid_date_time_argument'],
    ['end_date_utc', '2031-05-01T09:00:00', 'tec_rest_invalid_date_time_argument'],
    ['date', 'soon', 'tec_rest_invalid_date_time_argument'],
    ['author', 0, 'tec_rest_invalid_positive_integer_argument'],
    ['tags', ['x'], 'tec_rest_invalid_positive_integer_argument'],
    ['organizers', true, 'tec_rest_invalid_positive_integer_argument'],
    ['venues', false, 'tec_rest_invalid_positive_integer_argument'],
    ['duration', 'long', 'tec_rest_invalid_integer_argument'],
    ['status', 'trash', 'rest_not_in_enum'],
    ['format', 'odd', 'rest_not_in_enum'],
    ['title', 5, 'tec_rest_invalid_string_argument'],
  ])('refuses %s = %j', async (name, value, code) => {
    const { status, body } = await site.current('POST', '/events', { as: 'administrator', body: { title: 'X', ...times, [name]: value } });
    expect({ status, code: body.data.details[name]?.code }).toEqual({ status: 400, code });
  });

  it('computes the start, the end or the duration from the other two', async () => {
    const event = await createEvent({ end_date: undefined, duration: 7200 });
    expect(event).toMatchObject({ end_date: '2031-05-01 11:00:00', duration: 7200 });
    expect((await updateEvent(event.id, { end_date: '2031-05-02 10:00:00', duration: 3600 })).body).toMatchObject({
      start_date: '2031-05-02 09:00:00',
      duration: 3600,
    });
    expect((await updateEvent(event.id, { ...times, duration: 5 })).body.duration).toBe(7200);
    expect((await updateEvent(event.id, { end_date: '2031-01-01 00:00:00' })).body).toMatchObject({
      start_date: '2031-05-01 09:00:00',
      end_date: '2031-05-01 11:00:00',
    });
    expect((await createEvent({ start_date_utc: '2031-05-01 01:00:00', timezone: 'Asia/Hong_Kong' })).start_date_utc).toBe(
      '2031-05-01 01:00:00',
    );
  });

  it('keeps omitted fields, without applying defaults', async () => {
    const tag = (await site.legacy('POST', '/tags', { as: 'administrator', body: { name: 'unchanged' } })).body;
    const event = await createEvent({
      status: 'private',
      comment_status: 'closed',
      sticky: true,
      featured: true,
      all_day: true,
      cost: '5',
      tags: [tag.id, 99999999],
      timezone: 'Europe/Oslo',
    });
    const { body } = await updateEvent(event.id, { title: 'Other' });
    expect(body).toMatchObject({
      status: 'private',
      sticky: true,
      featured: true,
      all_day: true,
      cost: '$5',
      tags: [tag.id],
      timezone: 'Europe/Oslo',
      start_date: event.start_date,
    });
    expect((await updateEvent(event.id, { all_day: false, featured: 'false', sticky: 0, tags: [] })).body).toMatchObject({
      all_day: false,
      featured: false,
      sticky: false,
      tags: [],
    });
    const content = await site.site.db.prisma.content.findUnique({ where: { id: event.id }, select: { commentStatus: true } });
    expect(content?.commentStatus).toBe('closed');
  });

  it('skips links to missing items', async () => {
    const organizers = ids([await site.makeOrganizer(), await site.makeOrganizer()]);
    const venue = await site.makeVenue();
    const event = await createEvent({ organizers: [organizers[1], 99999999, organizers[0]], venues: `${venue.id},99999999` });
    expect(ids(event.organizers)).toEqual([organizers[1], organizers[0]]);
    expect(ids(event.venues)).toEqual([venue.id]);
    expect(ids((await updateEvent(event.id, { organizers: [99999999], venues: [99999999] })).body.organizers)).toEqual([
      organizers[1],
      organizers[0],
    ]);
    expect((await updateEvent(event.id, { organizers: [], venues: [] })).body).toMatchObject({
      organizers: [],
      venues: [],
      organizer_names: [],
    });
  });

  it('lowers the status of contributors, and shows maps', async () => {
    expect((await createEvent({}, 'contributor')).status).toBe('pending');
    const event = await createEvent();
    expect((await site.legacy('GET', `/events/${event.id}`)).body).toMatchObject({ show_map: true, show_map_link: true });
  });

  it('has no POST on items, and needs no acknowledgement', async () => {
    const event = await createEvent();
    expect(await site.current('POST', `/events/${event.id}`, { as: 'administrator', body: { title: 'X' } })).toMatchObject({
      status: 404,
      body: { code: 'rest_no_route' },
    });
    expect(
      (
        await site.current('PATCH', `/events/${event.id}`, {
          as: 'administrator',
          body: { content: '<p>Safe <b>HTML</b></p><script>x</script>' },
        })
      ).body.content.rendered,
    ).toBe('<p>Safe <b>HTML</b></p>');
  });
});

describe('Deleting in the current version (docs/behaviour/events.md 3.5)', () => {
  it('trashes, refuses a second time, and deletes permanently with force', async () => {
    const event = await createEvent();
    const remove = async (query = '') => site.current('DELETE', `/events/${event.id}${query}`, { as: 'administrator' });
    expect(await remove()).toMatchObject({ status: 200, body: [] });
    expect(await remove('?force=false')).toMatchObject({ status: 410, body: { error: expect.any(String) } });
    expect(await site.current('GET', `/events/${event.id}`)).toMatchObject(forbidden(401));
    expect(await site.current('GET', `/events/${event.id}`, { as: 'administrator' })).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
    expect(await remove('?force=1')).toMatchObject({ status: 200, body: [] });
    expect(await site.current('GET', `/events/${event.id}`, { as: 'administrator' })).toMatchObject(forbidden(403));
  });

  it('refuses other types, with 404 for their editors', async () => {
    const venue = await site.makeVenue();
    expect(await site.current('DELETE', `/events/${venue.id}`, { as: 'administrator' })).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
    expect(await site.current('DELETE', `/events/${venue.id}`, { as: 'contributor' })).toMatchObject(forbidden(403));
  });

  it('removes links to deleted items', async () => {
    const venue = await site.makeVenue();
    const event = await createEvent({ venues: [venue.id] });
    await site.current('DELETE', `/venues/${venue.id}`, { as: 'administrator', body: { force: true } });
    expect((await site.current('GET', `/events/${event.id}`)).body.venues).toEqual([]);
  });
});

describe('Venues and organizers of the current version', () => {
  it('have all fields, including empty fields, and are never deduplicated', async () => {
    const body = { title: 'Hall', address: '1 Main St', city: 'Oslo', state_province: 'Viken', website: 'https://example.org/' };
    const first = await site.current('POST', '/venues', { as: 'administrator', body });
    expect(first).toMatchObject({
      status: 201,
      body: {
        type: 'tribe_venue',
        title: { rendered: 'Hall' },
        address: '1 Main St',
        state_province: 'Viken',
        phone: '',
        directions_link: expect.stringContaining('1%20Main%20St%20Oslo'),
      },
    });
    expect((await site.current('POST', '/venues', { as: 'administrator', body })).body.id).not.toBe(first.body.id);
    const organizer = await site.current('POST', '/organizers', {
      as: 'administrator',
      body: { title: 'Club', email: 'club@example.org' },
    });
    expect(organizer.body).toMatchObject({ type: 'tribe_organizer', email: 'club@example.org', phone: '', website: '' });
    for (const [field, value, code] of [
      ['email', 'nobody', 'tec_rest_invalid_email_argument'],
      ['email', '', 'tec_rest_invalid_email_argument'],
      ['website', '', 'tec_rest_invalid_uri_argument'],
    ] as const) {
      const refusal = await site.current('PUT', `/organizers/${organizer.body.id}`, { as: 'administrator', body: { [field]: value } });
      expect(refusal.body.data.details[field].code).toBe(code);
    }
    expect(await site.current('POST', '/venues', { as: 'administrator', body: { city: 'Nowhere' } })).toMatchObject({
      status: 500,
      body: { error: expect.any(String) },
    });
  });
});

describe('Lists of the current version (docs/behaviour/events.md 3.3)', () => {
  let list: CalendarSite['current'];
  beforeAll(async () => {
    await site.close();
    site = await openCalendar();
    list = site.current;
    await createEvent({ title: 'B', start_date: '2018-01-01 09:00:00', end_date: '2018-01-01 10:00:00' });
    await createEvent({ title: 'A', ...times });
    await site.makeEvent({ title: 'C', hide_from_listings: true });
    await createEvent({ title: 'D', status: 'draft' });
  });
  const titles = async (query: Record<string, string | number> = {}, as?: TestUserName) =>
    (await list('GET', '/events', { query, as })).body.map(({ title }: { title: { rendered: string } }) => title.rendered);

  it('are plain arrays without a default date range, including hidden events', async () => {
    const { body, headers } = await list('GET', '/events', { query: { per_page: 2, page: 1 } });
    expect(body).toHaveLength(2);
    expect(headers).toMatchObject({ 'x-wp-total': '3', 'x-wp-totalpages': '2' });
    expect(headers['link']).toMatch(/page=2>; rel="next"/);
    expect(await titles()).toEqual(['B', 'C', 'A']);
    expect(await titles({ order: 'DESC' })).toEqual(['A', 'C', 'B']);
    expect(await titles({ orderby: 'title' })).toEqual(['A', 'B', 'C']);
  });

  it('compare exact times', async () => {
    expect(await titles({ starts_after: '2018-01-01 09:00:00' })).toEqual(['C', 'A']);
    expect(await titles({ start_date: '2018-01-01 09:00:00', end_date: '2018-01-01 10:00:00' })).toEqual(['B']);
    expect(await titles({ ends_before: '2018-01-01 10:00:00' })).toEqual([]);
  });

  it('fall back to published events', async () => {
    expect(await titles({ 'status[]': 'draft' })).toEqual(['B', 'C', 'A']);
    expect(await titles({ 'status[]': 'draft' }, 'editor')).toEqual(['D']);
    expect((await list('GET', '/events', { query: { status: 'odd' } })).status).toBe(400);
  });

  it('match child categories, and no tag ID as category', async () => {
    const createTerm = async (path: string, body: object) =>
      (await site.legacy('POST', path, { as: 'administrator', body })).body.id as number;
    const music = await createTerm('/categories', { name: 'Music' });
    const jazz = await createTerm('/categories', { name: 'Jazz', parent: music });
    const loud = await createTerm('/tags', { name: 'loud' });
    const { id } = await createEvent({ title: 'Session', tribe_events_cat: [jazz], tags: [loud], status: 'private' });
    const titlesOfPrivate = async (query: Record<string, string | number>) => titles({ ...query, status: 'private' }, 'editor');
    expect(await titlesOfPrivate({ categories: music })).toEqual(['Session']);
    expect(await titlesOfPrivate({ categories: `${jazz},99999999`, tags: loud })).toEqual(['Session']);
    expect(await titlesOfPrivate({ categories: loud })).toEqual([]);
    expect(await titlesOfPrivate({ tags: jazz })).toEqual([]);
    await site.current('DELETE', `/events/${id}`, { as: 'administrator', query: { force: 1 } });
  });

  it('are empty for unknown terms and parents, and refuse unknown venues', async () => {
    expect(await titles({ categories: 99999999 })).toEqual([]);
    expect(await titles({ post_parent: 99999999 })).toEqual([]);
    expect((await list('GET', '/events', { query: { venue: 99999999 } })).body.data.params).toHaveProperty('venue');
    expect((await list('GET', '/venues', { query: { event: 99999999 } })).body).toEqual([]);
  });

  it('refuse invalid and missing pages', async () => {
    expect((await list('GET', '/events', { query: { per_page: 101 } })).body.data.details.per_page.code).toBe(
      'tec_rest_invalid_positive_integer_argument',
    );
    const missingPage = await list('GET', '/events', { query: { page: 9 } });
    expect({ status: missingPage.status, keys: Object.keys(missingPage.body), code: missingPage.body.code }).toEqual({
      status: 404,
      keys: ['code', 'message'],
      code: 'tec_rest_organizers_page_not_found',
    });
    expect(await list('GET', '/organizers')).toMatchObject({
      status: 200,
      body: [],
      headers: { 'x-wp-total': '0', 'x-wp-totalpages': '0' },
    });
  });
});
