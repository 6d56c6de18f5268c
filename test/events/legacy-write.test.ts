import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalendarSite, ids, openCalendar } from './calendar-site.ts';

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

const day = { start_date: '2031-05-01 09:00:00', end_date: '2031-05-01 11:00:00' };

describe('Permission to write (docs/behaviour/events.md 2.1)', () => {
  it.each([
    ['anonymous', undefined, 401],
    ['subscriber', 'subscriber', 403],
    ['contributor', 'contributor', 201],
  ] as const)('is checked before an event is created: %s', async (_caller, as, status) => {
    expect((await site.legacy('POST', '/events', { as, body: { title: 'Mine', ...day } })).status).toBe(status);
  });

  it('lowers the published status of contributors, and defaults to draft', async () => {
    expect((await site.makeEvent({ status: 'publish' }, 'contributor')).status).toBe('pending');
    expect((await site.makeEvent({ status: 'future', date: '+1 year' }, 'contributor')).status).toBe('pending');
    expect((await site.makeEvent({}, 'contributor')).status).toBe('draft');
    expect((await site.makeEvent({}, 'author')).status).toBe('publish');
    expect((await site.makeEvent({ status: 'publish', date: '+1 year' }, 'author')).status).toBe('future');
    expect((await site.makeVenue({ status: 'publish' }, 'contributor')).status).toBe('pending');
  });

  it('reports a missing event only to users who may write events', async () => {
    expect(await site.legacy('POST', '/events/99999999', { body: { title: 'X' } })).toMatchObject({
      status: 401,
      body: { code: 'rest_forbidden' },
    });
    expect(await site.legacy('DELETE', '/events/99999999', { as: 'contributor' })).toMatchObject({
      status: 404,
      body: { code: 'rest-event-not-found' },
    });
    const venue = await site.makeVenue();
    expect(await site.legacy('PUT', `/events/${venue.id}`, { as: 'editor', body: { title: 'X' } })).toMatchObject({
      status: 400,
      body: { code: 'rest-invalid-event-id' },
    });
  });

  it('is checked for the event itself, also by slug', async () => {
    const created = await site.makeEvent({ title: 'Guarded' });
    expect(await site.legacy('PATCH', '/events/by-slug/guarded', { as: 'contributor', body: { title: 'X' } })).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    });
    expect(await site.legacy('DELETE', `/events/${created.id}`, { as: 'author' })).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    });
    expect(
      (await site.legacy('PATCH', '/events/by-slug/guarded', { as: 'editor', body: { title: 'Changed', slug: 'other' } })).body,
    ).toMatchObject({ title: 'Changed', slug: 'guarded' });
  });

  it('is checked after validation', async () => {
    expect(await site.legacy('POST', '/events', { body: { title: 'X' } })).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['start_date', 'end_date'] } },
    });
    expect(await site.legacy('DELETE', '/venues/99999999')).toMatchObject({
      status: 400,
      body: { data: { params: { id: expect.any(String) } } },
    });
  });
});

describe('Validation (docs/behaviour/events.md 2.6.1)', () => {
  it.each<[string, unknown]>([
    ['title', ''],
    ['description', ''],
    ['slug', ''],
    ['excerpt', ''],
    ['author', 99999999],
    ['author', ''],
    ['date', 'someday'],
    ['date_utc', 'someday'],
    ['status', 'odd'],
    ['timezone', 'Mars/Crater'],
    ['all_day', 'yes'],
    ['featured', 2],
    ['image', 99999999],
    ['image', 'no address'],
    ['website', 'no address'],
    ['website', 'javascript:alert(1)'],
    ['venue', 99999999],
    ['venue', { address: 'no name' }],
    ['organizer', [1, 99999999]],
    ['organizer', { organizer: '' }],
    ['start_date', 'someday'],
    ['end_date', true],
  ])('refuses %s = %j', async (name, value) => {
    const { status, body } = await site.legacy('POST', '/events', { as: 'administrator', body: { title: 'X', ...day, [name]: value } });
    expect({ status, code: body.code, names: Object.keys(body.data.params) }).toEqual({
      status: 400,
      code: 'rest_invalid_param',
      names: [name],
    });
  });

  it.each<[string, unknown, unknown]>([
    ['timezone', '', 'UTC'],
    ['website', '', ''],
    ['cost', 20, '$20'],
    ['cost', ['0$', '30$'], 'Free – 30$'],
    ['image', '', false],
    ['image', 0, false],
    ['venue', null, []],
    ['venue', 0, []],
    ['venue', '', []],
    ['organizer', [], []],
    ['categories', '', []],
    ['categories', { odd: 1 }, []],
    ['tags', [99999999], []],
    ['show_map', 1, true],
  ])('accepts %s = %j', async (name, value, expected) => {
    const { status, body } = await site.legacy('POST', '/events', { as: 'administrator', body: { title: 'X', ...day, [name]: value } });
    expect(status).toBe(201);
    expect(body[name]).toEqual(expected);
  });

  it('stores nothing of an event whose related items fail', async () => {
    const before = (await site.legacy('GET', '/venues', { query: { search: 'Leftover' } })).body.total;
    const refusal = await site.legacy('POST', '/events', {
      as: 'administrator',
      body: { title: 'X', ...day, venue: { venue: 'Leftover' }, organizer: [99999999] },
    });
    expect(refusal.status).toBe(400);
    expect((await site.legacy('GET', '/venues', { query: { search: 'Leftover' } })).body.total).toBe(before);
  });

  it.each([
    ['/events', 'title', 403, 'could-not-update-event'],
    ['/venues', 'venue', 400, 'could-not-update-venue'],
    ['/organizers', 'organizer', 400, 'could-not-update-organizer'],
  ])('refuses a change in %s that leaves nothing to store (2.6.7, 2.10)', async (path, name, status, code) => {
    const { body: created } = await site.legacy('POST', path, { as: 'editor', body: { [name]: 'Original', ...day } });
    for (const value of ['  ', '<b></b>']) {
      expect(await site.legacy('PUT', `${path}/${created.id}`, { as: 'editor', body: { [name]: value } })).toMatchObject({
        status,
        body: { code },
      });
    }
    expect((await site.legacy('GET', `${path}/${created.id}`)).body[name]).toBe('Original');
  });

  it.each(['contributor', 'author', 'editor'] as const)('escapes & in titles equally for a(n) %s (0.4, 2.10)', async (as) => {
    const title = `Salt & <i>pepper</i> of the ${as}`;
    const escaped = `Salt &#038; pepper of the ${as}`;
    expect((await site.legacy('POST', '/events', { as, body: { title, ...day } })).body.title).toBe(escaped);
    for (const [path, name] of [
      ['/venues', 'venue'],
      ['/organizers', 'organizer'],
    ] as const) {
      const { body: first } = await site.legacy('POST', path, { as, body: { [name]: title } });
      expect(first[name]).toBe(escaped);
      expect((await site.legacy('POST', path, { as, body: { [name]: title } })).body.id).toBe(first.id);
    }
  });

  it('sanitizes HTML, also for administrators', async () => {
    const { description, title } = await site.makeEvent({
      title: 'A<script>alert(1)</script>',
      description: '<p onclick="x()">Hi <a href="javascript:x()">you</a></p><script>x()</script>',
    });
    expect(title).toBe('A');
    expect(description).not.toMatch(/script|onclick/);
  });

  it('refuses batch requests', async () => {
    const { body } = await site.rest('POST', '/batch/v1', {
      as: 'administrator',
      body: { requests: [{ path: '/vendor/events/v1/events', body: { title: 'X', ...day } }] },
    });
    expect(body.responses[0].body.code).toBe('rest_batch_not_allowed');
  });
});

describe('Linked venues and organizers (docs/behaviour/events.md 2.6.6)', () => {
  it.each<[string, (venueId: number, organizerIds: number[]) => object]>([
    ['ids', (venue, organizer) => ({ venue, organizer })],
    ['texts', (venue, organizers) => ({ venue: String(venue), organizer: organizers.join(',') })],
    ['objects with ids', (venue, organizers) => ({ venue: { id: venue }, organizer: organizers.map((id) => ({ id })) })],
    ['lists', (venue, organizers) => ({ venue: [venue], organizer: [...organizers, organizers[0]] })],
  ])('are referenced by %s', async (_form, linksOf) => {
    const venue = await site.makeVenue();
    const organizers = ids([await site.makeOrganizer(), await site.makeOrganizer()]).reverse();
    const event = await site.makeEvent(linksOf(venue.id, organizers));
    expect(event.venue.id).toBe(venue.id);
    expect(ids(event.organizer)).toEqual(organizers);
    expect((await site.legacy('POST', `/events/${event.id}`, { as: 'editor', body: { title: 'Same links' } })).body.organizer).toHaveLength(
      2,
    );
    const cleared = await site.legacy('POST', `/events/${event.id}`, { as: 'editor', body: { venue: 0, organizer: [] } });
    expect(cleared.body).toMatchObject({ venue: [], organizer: [] });
  });

  it('are created with the event, and only the first of several venues is used', async () => {
    const event = await site.makeEvent({
      venue: [{ venue: 'First' }, { venue: 'Second' }],
      organizer: [{ organizer: 'Mixed' }, (await site.makeOrganizer({ organizer: 'Known' })).id],
    });
    expect(event.venue.venue).toBe('First');
    const unknown = await site.legacy('POST', `/events/${event.id}`, { as: 'editor', body: { venue: [event.venue.id, 99999999] } });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'rest_invalid_param', data: { params: { venue: expect.any(String) } } } });
    expect(event.organizer.map(({ organizer }: { organizer: string }) => organizer)).toEqual(['Mixed', 'Known']);
  });

  it('are reused if name and description are equal (2.10)', async () => {
    const first = await site.makeVenue({ venue: 'Twin hall', description: 'Red', city: 'Oslo' });
    const second = await site.makeVenue({ venue: 'TWIN HALL', city: 'Bergen' });
    expect(second).toMatchObject({ id: first.id, city: 'Bergen', venue: 'Twin hall' });
    expect((await site.makeVenue({ venue: 'Twin hall', description: 'red' })).id).toBe(first.id);
    expect((await site.makeVenue({ venue: 'Twin hall', description: 'Blue' })).id).not.toBe(first.id);
    const withMarkup = { venue: 'Twin hall', description: 'Stage & <b>bar</b><script>x</script>' };
    expect((await site.makeVenue(withMarkup)).id).toBe((await site.makeVenue(withMarkup)).id);
    expect((await site.makeEvent({ venue: { venue: 'twin hall' } })).venue.id).toBe(first.id);
  });

  it('are created once under simultaneous requests', async () => {
    const created = await Promise.all(Array.from({ length: 6 }, () => site.makeOrganizer({ organizer: 'Crowd' })));
    expect(new Set(ids(created)).size).toBe(1);
  });

  it('have a state or province depending on the country', async () => {
    expect((await site.makeVenue({ state: 'CA', province: 'Ontario' })).stateprovince).toBe('CA');
    const abroad = await site.makeVenue({ state: 'CA', province: 'Ontario', country: 'Canada' });
    expect(abroad.stateprovince).toBe('Ontario');
    const edit = async (body: object) => (await site.legacy('POST', `/venues/${abroad.id}`, { as: 'editor', body })).body.stateprovince;
    expect(await edit({ city: 'Toronto' })).toBe('Ontario');
    expect(await edit({ country: 'United States' })).toBe('CA');
    expect(await edit({ stateprovince: 'Own' })).toBe('Own');
  });
});

describe('Terms of an event (docs/behaviour/events.md 2.6.5)', () => {
  it('are IDs, names or slugs, are created if their names are new, and replace the previous terms', async () => {
    const category = (await site.legacy('POST', '/categories', { as: 'administrator', body: { name: 'Jazz night' } })).body;
    const event = await site.makeEvent(
      { categories: [category.id, 'jazz NIGHT', 'Brand new', 99999999], tags: 'loud,late' },
      'contributor',
    );
    expect(event.categories.map(({ name }: { name: string }) => name)).toEqual(['Brand new', 'Jazz night']);
    expect(event.tags.map(({ slug }: { slug: string }) => slug)).toEqual(['late', 'loud']);
    expect(event.categories[1]).toMatchObject({
      term_group: 0,
      filter: 'raw',
      taxonomy: 'tribe_events_cat',
      urls: { self: `http://site.test/rest/vendor/events/v1/categories/${category.id}` },
    });
    const changed = await site.legacy('POST', `/events/${event.id}`, { as: 'editor', body: { categories: 'jazz-night' } });
    expect(changed.body.categories.map(({ id }: { id: number }) => id)).toEqual([category.id]);
    expect(changed.body.tags).toHaveLength(2);
  });

  it('count only published events', async () => {
    const event = await site.makeEvent({ tags: 'counted', status: 'draft' });
    const [tag] = event.tags;
    const count = async () => (await site.legacy('GET', `/tags/${tag.id}`)).body.count;
    expect(await count()).toBe(0);
    await site.legacy('POST', `/events/${event.id}`, { as: 'editor', body: { status: 'publish' } });
    expect(await count()).toBe(1);
    await site.legacy('DELETE', `/events/${event.id}`, { as: 'editor' });
    expect(await count()).toBe(0);
  });
});

describe('Partial update (docs/behaviour/events.md 2.6.3)', () => {
  it('keeps all other fields', async () => {
    const created = await site.makeEvent({
      ...day,
      description: 'Keep',
      status: 'private',
      timezone: 'Europe/Oslo',
      cost: '10',
      website: 'https://example.org/',
      show_map: true,
      show_map_link: true,
      hide_from_listings: true,
      sticky: true,
      featured: true,
      all_day: true,
      venue: { venue: 'Stays' },
      organizer: { organizer: 'Stays too' },
      categories: 'Stay',
    });
    const { body } = await site.legacy('PATCH', `/events/${created.id}`, { as: 'administrator', body: { title: 'New' } });
    expect(body.title).toBe('New');
    const changing = { title: null, modified: null, modified_utc: null, attendance: null };
    expect({ ...body, ...changing }).toEqual({ ...created, ...changing });
  });
});

describe('Deleting (docs/behaviour/events.md 2.7)', () => {
  it('moves to the trash, frees the slug, and is undone by setting a status', async () => {
    const created = await site.makeEvent({ title: 'Comes back' });
    expect((await site.legacy('DELETE', `/events/${created.id}?force=true`, { as: 'editor' })).body).toMatchObject({
      id: created.id,
      status: 'trash',
      slug: 'comes-back__trashed',
    });
    expect(await site.legacy('DELETE', `/events/${created.id}`, { as: 'editor' })).toMatchObject({
      status: 410,
      body: { code: 'event-is-in-trash' },
    });
    expect((await site.legacy('GET', '/events', { as: 'administrator', query: { include: created.id } })).body.events).toEqual([]);
    const recreated = await site.makeEvent({ title: 'Comes back' });
    expect(recreated.slug).toBe('comes-back');
    expect((await site.legacy('POST', `/events/${created.id}`, { as: 'editor', body: { status: 'publish' } })).body).toMatchObject({
      status: 'publish',
      slug: 'comes-back-2',
    });
  });
});

describe('Status (docs/behaviour/events.md 0.6, 2.6.1)', () => {
  it('may be any known status', async () => {
    for (const status of ['tribe-ignored', 'auto-draft', 'inherit', 'request-pending', 'email_sent'])
      expect((await site.makeEvent({ status })).status).toBe(status);
    expect((await site.legacy('POST', '/events', { as: 'administrator', body: { ...day, title: 'Any', status: 'any' } })).status).toBe(400);
  });

  it('may be trash, with the same effect as deleting', async () => {
    const event = await site.makeEvent({ title: 'Trashed event', venue: { venue: 'Trashed hall' } });
    const write = async (path: string, body: object) => (await site.legacy('POST', path, { as: 'editor', body })).body;
    expect(await write(`/venues/${event.venue.id}`, { status: 'trash' })).toMatchObject({ status: 'trash', slug: 'trashed-hall__trashed' });
    expect((await site.legacy('GET', `/events/${event.id}`)).body.venue).toEqual([]);
    const trashed = { status: 'trash', slug: 'trashed-event__trashed' };
    expect(await write(`/events/${event.id}`, { status: 'trash' })).toMatchObject(trashed);
    expect(await write(`/events/${event.id}`, { status: 'trash', description: 'Still' })).toMatchObject(trashed);
    expect((await site.legacy('DELETE', `/events/${event.id}`, { as: 'editor' })).body.code).toBe('event-is-in-trash');
    expect(await write(`/events/${event.id}`, { status: 'publish' })).toMatchObject({ status: 'publish', slug: 'trashed-event' });
    const createdInTrash = await site.makeEvent({ title: 'Never public', status: 'trash' });
    expect(createdInTrash).toMatchObject({ status: 'trash', slug: 'never-public__trashed' });
    expect((await site.legacy('GET', `/events/${createdInTrash.id}`, { as: 'administrator' })).body.code).toBe('event-no-longer-available');
  });
});

describe('Slugs', () => {
  it('are set immediately, also for drafts, and are unique', async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => site.makeEvent({ title: 'Same name', status: 'draft' })));
    expect(new Set(created.map(({ slug }) => slug)).size).toBe(5);
    expect(created.every(({ slug }) => /^same-name(-\d)?$/.test(slug))).toBe(true);
  });
});
