import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../support/event.ts';
import { makeMedia, makeUser } from '../support/factories.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
});
afterAll(() => site.close());

const readPost = async (id: number) => (await site.rest('GET', `/core/v2/posts/${id}`)).body;
const writeMeta = (id: number, meta: object) => site.rest('PUT', `/core/v2/posts/${id}`, { body: { meta }, as: 'administrator' });
const newEvent = async (fields = {}): Promise<number> =>
  (
    await makeEvent(site, {
      start_date: '2030-05-05 19:00:00',
      end_date: '2030-05-05 22:00:00',
      timezone: 'America/New_York',
      ...fields,
    })
  ).id;

describe('A post with tickets', () => {
  it('lists its ticket providers once each, until their tickets are deleted', async () => {
    const post = await t.post();
    expect((await readPost(post)).ticketed).toBe(false);
    const [rsvp] = await Promise.all([t.ticket(post, { provider: 'rsvp' }), t.ticket(post), t.ticket(post)]);
    expect((await readPost(post)).ticketed).toEqual(['rsvp', 'tc']);
    await t.send('DELETE', `/tickets/${rsvp}`, { post_id: post, remove_ticket_nonce: await t.nonce('remove_ticket_nonce') });
    expect((await readPost(post)).ticketed).toEqual(['tc']);
  });

  it('has its shared capacity as meta, and recounts after that is written', async () => {
    const post = await t.post();
    const capped = await t.ticket(post, { ticket: { mode: 'capped', capacity: 20, event_capacity: 50 } });
    const global = await t.ticket(post, { ticket: { mode: 'global' } });
    await Promise.all([capped, capped, global].map((id) => t.attendee(id)));
    expect((await readPost(post)).meta).toMatchObject({
      _tribe_ticket_capacity: '50',
      _tribe_ticket_use_global_stock: '1',
      _tribe_ticket_global_stock_level: '47',
    });
    expect((await writeMeta(post, { _tribe_ticket_capacity: '10' })).body.meta).toMatchObject({
      _tribe_ticket_capacity: '10',
      _tribe_ticket_global_stock_level: '7',
    });
    expect(await t.stock(capped)).toMatchObject({ max: 10, available: 7, sold: 2 });
    expect(await t.stock(global)).toMatchObject({ max: 10, available: 7, sold: 1 });
    await writeMeta(post, { _tribe_ticket_capacity: '2' });
    expect(await t.stock(global)).toMatchObject({ available: 0, sold: 1 });
    await writeMeta(post, { _tribe_ticket_capacity: '40' });
    expect(await t.stock(capped)).toMatchObject({ max: 2, available: 0, sold: 2 });
    expect(await t.stock(global)).toMatchObject({ max: 40, available: 37, sold: 1 });
  });

  it('provides the header image of its tickets', async () => {
    const post = await t.post();
    const ticket = await t.ticket(post);
    const image = await makeMedia(site.site, await makeUser(site.site));
    await writeMeta(post, { _tribe_ticket_header: String(image.id) });
    expect((await t.get(`/tickets/${ticket}`)).body.image).toEqual({
      url: expect.stringContaining('http://site.test/uploads/'),
      id: image.id,
      extension: 'png',
      width: 4,
      height: 3,
      sizes: [],
    });
  });

  it('starts the sale of tickets without a start when it is saved again', async () => {
    const post = await t.post({ date: '2026-01-02T10:50:00' });
    const open = await t.ticket(post);
    const chosen = await t.ticket(post, { start_date: '2026-05-05' });
    await site.rest('PUT', `/core/v2/posts/${post}`, { body: { title: 'Saved' }, as: 'administrator' });
    expect((await t.get(`/tickets/${open}`)).body.available_from).toBe('2026-01-02 10:30:00');
    expect((await t.get(`/tickets/${chosen}`)).body.available_from).toBe('2026-05-05 00:00:00');
  });
});

describe('An event with tickets', () => {
  it('lists its ticket providers, and shows managers the number of attendees', async () => {
    const event = await newEvent();
    const read = async (as?: 'administrator') => (await site.rest('GET', `/vendor/events/v1/events/${event}`, { as })).body;
    expect((await read()).ticketed).toBe(false);
    const ticket = await t.ticket(event, { provider: 'rsvp' });
    await t.attendee(ticket, { check_in: true });
    await t.attendee(ticket);
    expect((await read()).ticketed).toEqual(['rsvp']);
    expect((await read()).attendance).toBeUndefined();
    expect((await read('administrator')).attendance).toEqual({ total_attendees: 2, checked_in: 1, not_checked_in: 1 });
    const list = async (ticketed: boolean) =>
      (await site.rest('GET', '/vendor/events/v1/events', { query: { ticketed, include: event } })).body.total;
    expect([await list(true), await list(false)]).toEqual([1, 0]);
  });

  it('moves a default end of sale with its start, and uses its own zone for sale windows', async () => {
    const event = await newEvent();
    const follows = await t.ticket(event, { start_date: '2030-01-01', start_time: '09:00' });
    const chosen = await t.ticket(event, { end_date: '2030-04-01' });
    await site.rest('PUT', `/vendor/events/v1/events/${event}`, {
      body: { start_date: '2030-06-01 20:00:00', end_date: '2030-06-01 23:00:00' },
      as: 'administrator',
    });
    expect((await t.get(`/tickets/${follows}`)).body.available_until).toBe('2030-06-01 20:00:00');
    expect((await t.get(`/tickets/${chosen}`)).body.available_until).toBe('2030-04-01 00:00:00');
    const countFrom = async (from: string) => (await t.get('/tickets', { include: follows, available_from: from })).body.total;
    expect([await countFrom('2030-01-01T13:59:00Z'), await countFrom('2030-01-01T14:01:00Z')]).toEqual([1, 0]);
    await site.rest('PUT', `/vendor/events/v1/events/${event}`, { body: { timezone: 'Europe/Berlin' }, as: 'administrator' });
    expect([await countFrom('2030-01-01T07:59:00Z'), await countFrom('2030-01-01T08:01:00Z')]).toEqual([1, 0]);
  });

  it('no longer sells tickets after its end', async () => {
    const event = await newEvent({ start_date: '2020-05-05 19:00:00', end_date: '2020-05-05 22:00:00' });
    const ticket = await t.ticket(event);
    const reply = await site.rest('POST', `${t.ns}/cart`, { body: { provider: 'tc', tickets: [{ ticket_id: ticket, quantity: 1 }] } });
    expect(reply.body.code).toBe('ticket-capacity-not-available');
    expect((await t.register(ticket)).status).toBe(201);
  });
});

describe('REST clients', () => {
  it('find the ticket API in the head of pages and in the index', async () => {
    const page = await site.http.inject({ method: 'GET', url: '/sign-in' });
    for (const headers of [page.headers, (await t.get('/tickets')).headers, (await t.get('/tickets/0')).headers]) {
      expect(headers).toMatchObject({
        'x-et-api-version': 'v1',
        'x-et-api-root': 'http://site.test/rest/vendor/tickets/v1/',
        'x-et-api-origin': 'http://site.test',
      });
    }
    expect((await site.rest('GET', '/core/v2/posts')).headers['x-et-api-version']).toBeUndefined();
    await t.setting('rest_disabled', true);
    const { headers } = await t.get('/tickets');
    expect([headers['x-et-api-version'], headers['x-et-api-root']]).toEqual(['disabled', undefined]);
    await t.setting('rest_disabled', false);
  });

  it('find the document with the published paths and schemas', async () => {
    const { status, body } = await t.get('/doc');
    expect([status, body.openapi, body.info.version, body.servers]).toEqual([
      200,
      '3.0.0',
      '1.0.0',
      [{ url: 'http://site.test/rest/vendor/tickets/v1/' }],
    ]);
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/tickets/{id}', '/tickets', '/attendees/{id}', '/attendees', '/cart', '/qr', '/qr/{id}', '/doc']),
    );
    expect(Object.keys(body.components.schemas)).toEqual(
      expect.arrayContaining([
        'Image',
        'ImageSize',
        'DateDetails',
        'CostDetails',
        'CapacityDetails',
        'CheckinDetails',
        'PaymentDetails',
        'RSVPReport',
        'CheckinReport',
        'Ticket',
        'Attendee',
        'QR',
      ]),
    );
    expect(Object.keys(body.components.schemas.CapacityDetails.properties)).toEqual([
      'available_percentage',
      'available',
      'max',
      'sold',
      'pending',
      'global_stock_mode',
    ]);
  });
});
