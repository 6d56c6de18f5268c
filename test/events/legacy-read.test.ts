import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalendarSite, openCalendar } from './calendar-site.ts';

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

const refusal = (code: string, status: number) => ({ status, body: { code, data: { status } } });

describe('Reading one event (docs/behaviour/events.md 2.3)', () => {
  it('returns every field, and json_ld only here', async () => {
    const created = await site.makeEvent({
      title: 'Tea & <b>cake</b>',
      description: 'First\n\nSecond',
      cost: '20$',
      website: 'https://example.org/tea',
    });
    const { status, body } = await site.legacy('GET', `/events/${created.id}`);
    expect(status).toBe(200);
    expect(created).not.toHaveProperty('json_ld');
    expect(body.json_ld).toMatchObject({
      '@context': 'http://schema.org',
      '@type': 'Event',
      name: 'Tea & cake',
      url: created.url,
      offers: { '@type': 'Offer', price: '20' },
    });
    expect(body).toMatchObject({
      title: 'Tea &#038; cake',
      description: '<p>First</p>\n<p>Second</p>',
      excerpt: '',
      image: false,
      all_day: false,
      timezone: 'UTC',
      timezone_abbr: 'UTC',
      global_id: `site.test?id=${created.id}`,
      global_id_lineage: [`site.test?id=${created.id}`],
      author: String((await site.user('administrator')).id),
      url: `http://site.test/event/${created.slug}/`,
      rest_url: `http://site.test/rest/vendor/events/v1/events/${created.id}`,
      cost: '20$',
      website: 'https://example.org/tea',
      show_map: false,
      show_map_link: false,
      hide_from_listings: false,
      sticky: false,
      featured: false,
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
      custom_fields: [],
      ticketed: false,
    });
    expect(body).not.toHaveProperty('attendance');
  });

  it('checks errors in a fixed order', async () => {
    const draft = await site.makeEvent({ status: 'draft' });
    const trashed = await site.makeEvent();
    await site.legacy('DELETE', `/events/${trashed.id}`, { as: 'administrator' });
    const venue = await site.makeVenue();
    expect(await site.legacy('GET', '/events/0')).toMatchObject(refusal('rest-event-not-found', 404));
    expect(await site.legacy('GET', '/events/99999999999')).toMatchObject(refusal('rest-event-not-found', 404));
    expect(await site.legacy('GET', `/events/${venue.id}`)).toMatchObject(refusal('rest-invalid-event-id', 400));
    expect(await site.legacy('GET', `/events/${trashed.id}`, { as: 'administrator' })).toMatchObject(
      refusal('event-no-longer-available', 403),
    );
    expect(await site.legacy('GET', `/events/${draft.id}`)).toMatchObject(refusal('event-not-accessible', 403));
    expect(await site.legacy('GET', `/events/${draft.id}`, { as: 'author' })).toMatchObject(refusal('event-not-accessible', 403));
    expect((await site.legacy('GET', `/events/${draft.id}`, { as: 'editor' })).status).toBe(200);
  });

  it('lists allowed methods in Allow, even for refused items (2.1)', async () => {
    const draft = await site.makeEvent({ status: 'draft' });
    const allow = async (path: string, as?: 'author' | 'administrator') => (await site.legacy('GET', path, { as })).headers['allow'];
    for (const path of ['/events/99999999', `/events/${draft.id}`, '/events/by-slug/nothing', '/venues/99999999', '/tags/99999999'])
      expect([path, await allow(path)]).toEqual([path, 'GET']);
    expect(await allow(`/events/${draft.id}`, 'author')).toBe('GET');
    expect(await allow(`/events/${draft.id}`, 'administrator')).toBe('GET, DELETE, POST, PUT, PATCH');
  });

  it('finds an event by its slug until it is trashed', async () => {
    const created = await site.makeEvent({ title: 'Lantern night' });
    expect((await site.legacy('GET', '/events/by-slug/lantern-night')).body.id).toBe(created.id);
    await site.legacy('DELETE', '/events/by-slug/lantern-night', { as: 'administrator' });
    expect(await site.legacy('GET', '/events/by-slug/lantern-night')).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { slug: expect.any(String) }, details: [] } },
    });
  });

  it('returns a protected event with its password, or in the edit context of its editor', async () => {
    const created = await site.graphql(
      'mutation { createEvent(draft: { title: "Secret", start: "tomorrow 9am", end: "tomorrow 10am", description: "Hidden", password: "knock", cost: ["5"] }) { event { databaseId } } }',
      {},
      'administrator',
    );
    const id = created.data.createEvent.event.databaseId as number;
    expect(await site.legacy('GET', `/events/${id}`)).toMatchObject(refusal('event-password-protected', 403));
    expect(await site.legacy('GET', `/events/${id}?password=wrong`, { as: 'administrator' })).toMatchObject(
      refusal('event-password-protected', 403),
    );
    expect((await site.legacy('GET', `/events/${id}?password=knock`)).body.description).toBe('<p>Hidden</p>');
    expect((await site.legacy('GET', `/events/${id}?context=edit`, { as: 'administrator' })).body.cost).toBe('$5');
    expect(await site.legacy('GET', `/events/${id}?context=edit`, { as: 'author' })).toMatchObject(
      refusal('event-password-protected', 403),
    );

    const list = await site.legacy('GET', '/events', { query: { include: id } });
    expect(list.body.events[0]).toMatchObject({
      id,
      title: 'Secret',
      description: '',
      excerpt: '',
      website: '',
      cost: '',
      image: false,
      all_day: null,
      show_map: null,
      show_map_link: null,
      hide_from_listings: null,
      sticky: null,
      featured: null,
      ticketed: null,
      cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
      custom_fields: [],
    });
    const unlocked = await site.legacy('GET', '/events', { query: { include: id, password: 'knock' } });
    expect(unlocked.body.events[0]).toMatchObject({ description: '<p>Hidden</p>', all_day: false });
    const graphql = await site.graphql(
      'query($id: Int!) { eventPage(filter: { include: [$id] }) { nodes { isHidden description cost venues { databaseId } body { rendered } } } }',
      { id },
    );
    expect(graphql.data.eventPage.nodes[0]).toEqual({ isHidden: true, description: '', cost: '', venues: [], body: { rendered: '' } });
  });

  it('empties protected fields of a venue or organizer without adding keys (2.9)', async () => {
    const created = await site.graphql(
      `mutation { createEvent(draft: { title: "Guarded", start: "tomorrow 9am", end: "tomorrow 10am",
        venues: [{ draft: { title: "Vault", password: "knock", city: "Oslo", state: "CA", description: "Deep", latitude: 5.5, longitude: 6.5 } }],
        organizers: [{ draft: { title: "Guard", password: "knock", email: "guard@example.org" } }] }) { event { venues { databaseId } organizers { databaseId } } } }`,
      {},
      'administrator',
    );
    const [venue] = created.data.createEvent.event.venues as [{ databaseId: number }];
    const [organizer] = created.data.createEvent.event.organizers as [{ databaseId: number }];
    const hiddenVenue = (await site.legacy('GET', `/venues/${venue.databaseId}`, { as: 'administrator' })).body;
    expect(hiddenVenue).toMatchObject({
      venue: 'Vault',
      slug: 'vault',
      description: '',
      city: '',
      state: '',
      stateprovince: '',
      geo_lat: 0,
      geo_lng: 0,
      show_map: null,
      show_map_link: null,
    });
    for (const name of ['address', 'zip', 'website', 'excerpt', 'image', 'json_ld']) expect(hiddenVenue).not.toHaveProperty(name);
    const unlocked = await site.legacy('GET', '/venues', { query: { search: 'vault', password: 'knock' } });
    expect(unlocked.body.venues[0]).toMatchObject({ city: 'Oslo', state: 'CA', geo_lat: 5.5, show_map: true });
    const hiddenOrganizer = (await site.legacy('GET', `/organizers/${organizer.databaseId}`)).body;
    expect(hiddenOrganizer).toMatchObject({ organizer: 'Guard', email: '' });
    expect(hiddenOrganizer).not.toHaveProperty('phone');
  });

  it('includes linked venues and organizers only if the caller may read them', async () => {
    const created = await site.makeEvent({ venue: { venue: 'Back room', status: 'private' } });
    expect(created.venue).toMatchObject({ venue: 'Back room', status: 'private' });
    expect((await site.legacy('GET', `/events/${created.id}`)).body.venue).toEqual([]);
  });
});

describe('Reading one venue or organizer', () => {
  it('omits empty fields', async () => {
    const venue = await site.makeVenue({ venue: 'Plain', website: '', city: 'Oslo' });
    const { body } = await site.legacy('GET', `/venues/${venue.id}`);
    for (const name of ['website', 'description', 'excerpt', 'image', 'address', 'phone', 'geo_lat']) expect(body).not.toHaveProperty(name);
    expect(body).toMatchObject({
      venue: 'Plain',
      city: 'Oslo',
      show_map: true,
      show_map_link: true,
      json_ld: { '@type': 'Place', name: 'Plain', address: { addressLocality: 'Oslo' } },
    });
    const organizer = await site.makeOrganizer({ organizer: 'Nobody' });
    expect((await site.legacy('GET', `/organizers/by-slug/${organizer.slug}`)).body).toMatchObject({
      organizer: 'Nobody',
      json_ld: { '@type': 'Person' },
    });
    expect(organizer).not.toHaveProperty('show_map');
  });

  it('refuses an unknown ID as a parameter, and unreadable items', async () => {
    const event = await site.makeEvent();
    const draft = await site.makeVenue({ status: 'draft' });
    for (const id of [event.id, 99999999, 0]) {
      expect(await site.legacy('GET', `/venues/${id}`)).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param', data: { params: { id: expect.any(String) } } },
      });
    }
    expect(await site.legacy('GET', `/venues/${draft.id}`)).toMatchObject(refusal('venue-not-accessible', 403));
    expect(await site.legacy('GET', '/organizers/by-slug/nobody-at-all')).toMatchObject({
      status: 400,
      body: { data: { params: { slug: expect.any(String) } } },
    });
  });

  it('returns trashed items only to editors, and removes them from events', async () => {
    const event = await site.makeEvent({ venue: { venue: 'Old hall' }, organizer: [{ organizer: 'Old club' }] });
    const trashed = await site.legacy('DELETE', `/venues/${event.venue.id}`, { as: 'editor' });
    expect(trashed).toMatchObject({ status: 200, body: { status: 'trash', slug: 'old-hall__trashed' } });
    expect(await site.legacy('GET', `/venues/${event.venue.id}`)).toMatchObject(refusal('venue-not-accessible', 403));
    expect((await site.legacy('GET', `/venues/${event.venue.id}`, { as: 'editor' })).body.status).toBe('trash');
    const response = await site.legacy('GET', `/events/${event.id}`);
    expect(response.body).toMatchObject({ venue: [], organizer: [{ organizer: 'Old club' }] });
    expect(await site.legacy('DELETE', `/venues/${event.venue.id}`, { as: 'editor' })).toMatchObject(refusal('venue-is-in-trash', 410));
    const restored = await site.legacy('POST', `/venues/${event.venue.id}`, { as: 'editor', body: { status: 'publish' } });
    expect(restored.body).toMatchObject({ status: 'publish', slug: 'old-hall' });
    expect((await site.legacy('GET', `/events/${event.id}`)).body.venue).toEqual([]);
  });
});
