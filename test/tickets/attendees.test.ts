import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDeclaredName } from '#app/core/db/statement.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let post: number;
let rsvp: number;
let shop: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  post = await t.post();
  rsvp = await t.ticket(post, { provider: 'rsvp', name: 'Reply', ticket: { capacity: 100 } });
  shop = await t.ticket(post, { provider: 'tribe-commerce', name: 'Seat', price: '5', ticket: { mode: 'own', capacity: 100 } });
});
afterAll(() => site.close());

const codeOf = (reply: { status: number; body: { code?: string } }) => `${reply.status} ${reply.body.code ?? ''}`.trim();

describe('Registering an attendee', () => {
  it('in a shop creates an order that passed through its states, and a payment', async () => {
    const tc = await t.ticket(post, { price: '7', ticket: { mode: 'own', capacity: 10, sale_price: { checked: true, price: '6' } } });
    const { body } = await t.register(tc, { full_name: ' Ann Buyer ' });
    expect(body).toMatchObject({
      title: 'Ann Buyer',
      provider: 'tc',
      optout: false,
      order: expect.any(Number),
      sku: '',
      author: String((await site.user('administrator')).id),
      ticket: {
        raw_price: '6',
        formatted_price: '6.00',
        currency_config: { symbol: '&#x24;', placement: 'prefix', decimal_point: '.', thousands_sep: ',', number_of_decimals: 2 },
      },
      payment: {
        provider: 'tc',
        price: '7',
        currency: '$',
        date: expect.any(String),
        date_details: { year: expect.stringMatching(/^\d{4}$/) },
      },
    });
    expect(body).not.toHaveProperty('rsvp_going');
    const { data } = await site.graphql(
      'query($id: Int!) { order(id: $id) { status reportedAs gateway total { amount currencyCode } purchaserEmail states { status } items { ticketId quantity price { amount } regularPrice { amount currencyCode formatted } subtotal { amount } } attendees { databaseId } } }',
      { id: body.order },
      'administrator',
    );
    expect(data.order).toEqual({
      status: 'COMPLETED',
      reportedAs: 'SOLD',
      gateway: 'manual',
      total: { amount: '0.00', currencyCode: 'USD' },
      purchaserEmail: 'ann@example.org',
      states: [{ status: 'CREATED' }, { status: 'PENDING' }, { status: 'COMPLETED' }],
      items: [
        {
          ticketId: tc,
          quantity: 1,
          price: { amount: '0.00' },
          regularPrice: { amount: '7.00', currencyCode: 'USD', formatted: '$7.00' },
          subtotal: { amount: '0.00' },
        },
      ],
      attendees: [{ databaseId: body.id }],
    });
  });

  it('validates the input before it checks the permission', async () => {
    const send = (body: object) => site.rest('POST', `${t.ns}/attendees`, { body });
    expect(codeOf(await send({ ticket_id: 99_999_999, full_name: 'A', email: 'a@example.org' }))).toBe('400 rest_invalid_param');
    expect((await send({ ticket_id: post, full_name: 'A', email: 'a@example.org' })).body.data.params).toHaveProperty('ticket_id');
    expect((await send({ ticket_id: rsvp, full_name: '  ', email: 'a@example.org' })).body.data.params).toHaveProperty('full_name');
    expect((await send({ ticket_id: rsvp, full_name: 'A', email: 'nobody' })).body.data.params).toHaveProperty('email');
    expect(codeOf(await send({ ticket_id: rsvp, full_name: 'A', email: 'a@example.org' }))).toBe('401 rest_forbidden');
    expect(codeOf(await t.send('POST', '/attendees', { ticket_id: rsvp, full_name: 'A', email: 'a@example.org' }, 'editor'))).toBe(
      '403 rest_forbidden',
    );
  });

  it('reads and writes the ticket once, and checks other permissions without SQL statements', async () => {
    const body = { ticket_id: rsvp, full_name: 'Ann Guest', email: 'ann@example.org' };
    const registerAttendee = () => site.rest('POST', `${t.ns}/attendees?_fields=id,title,ticket_id`, { body, as: 'administrator' });
    await registerAttendee();
    site.statements.length = 0;
    const { status, headers } = await registerAttendee();
    expect([status, headers['allow']]).toEqual([201, 'POST, GET']);
    expect(site.statements.map(findDeclaredName).filter((name) => name?.includes('ticket') || name?.startsWith('register'))).toEqual([
      'tickets_by_id',
      'register_rsvp',
    ]);
  });

  it('is open to clients with the API key of the app', async () => {
    await t.setting('qr_api_key', 'thekey');
    const { status, body } = await site.rest('POST', `${t.ns}/attendees`, {
      body: { ticket_id: rsvp, full_name: 'By key', email: 'k@example.org', api_key: 'thekey' },
    });
    expect([status, body.author, body.email]).toEqual([201, '0', 'k@example.org']);
  });

  it('accepts only the statuses of the provider', async () => {
    for (const [ticket, status] of [
      [rsvp, 'completed'],
      [shop, 'yes'],
      [shop, 'voided'],
      [rsvp, ''],
    ] as const) {
      expect(codeOf(await t.register(ticket, { attendee_status: status }))).toBe('400 invalid-attendee-status');
    }
    const before = (await t.stock(shop)).sold;
    expect((await t.register(shop, { attendee_status: 'not-completed' })).status).toBe(201);
    expect((await t.stock(shop)).sold).toBe(before);
  });

  it('can check in at once, except attendees who are not going', async () => {
    const { body } = await t.register(rsvp, { check_in: true });
    expect(body).toMatchObject({ checked_in: true, checkin_details: { source: 'site', author: (await site.user('administrator')).id } });
    expect(codeOf(await t.register(rsvp, { check_in: true, attendee_status: 'no' }))).toBe('400 tec-et-attendee-invalid-check-in');
  });

  it('links the attendee to the user with the same email address', async () => {
    const { id } = await site.user('subscriber');
    const guest = await t.attendee(rsvp, { email: 'SUBSCRIBER@example.org' });
    const { data } = await site.graphql(
      'query($id: Int!) { attendee(id: $id) { management { userId source } } }',
      { id: guest },
      'administrator',
    );
    expect(data.attendee.management).toEqual({ userId: id, source: 'rest-api' });
  });

  it('twice with the same client key creates one attendee', async () => {
    const mutation = 'mutation($draft: AttendeeDraft!) { createAttendee(draft: $draft) { attendee { databaseId } } }';
    const draft = { ticketId: rsvp, fullName: 'Once', email: 'once@example.org', requestKey: 'k1' };
    const replies = await Promise.all([1, 2, 3].map(() => site.graphql(mutation, { draft }, 'administrator')));
    expect(new Set(replies.map(({ data }) => data.createAttendee.attendee.databaseId)).size).toBe(1);
  });

  it('stores nothing when it is refused', async () => {
    const full = await t.ticket(post, { ticket: { mode: 'own', capacity: 0 } });
    const count = () =>
      site.site.db.sql('SELECT (SELECT count(*)::int FROM attendee) AS attendees, (SELECT count(*)::int FROM ticket_order) AS orders');
    const before = await count();
    expect(codeOf(await t.register(full))).toBe('400 tec-tc-insufficient-stock');
    expect(await count()).toEqual(before);
  });
});

describe('Changing an attendee', () => {
  it('keeps omitted fields', async () => {
    const id = await t.attendee(shop, { full_name: 'First', attendee_meta: { size: 'M' } });
    const { status, body } = await t.send('PATCH', `/attendees/${id}`, { email: 'new@example.org', optout: false });
    expect([status, body.title, body.email, body.optout, body.checked_in]).toEqual([201, 'First', 'new@example.org', false, false]);
    expect((await t.get('/attendees', { include: id, attendee_information_available: 'true' }, 'administrator')).body.total).toBe(1);
  });

  it('undoes the check-in and frees the place when the order is no longer settled', async () => {
    const id = await t.attendee(rsvp, { check_in: true });
    const { sold } = await t.stock(rsvp);
    expect((await t.send('PUT', `/attendees/${id}`, { attendee_status: 'no' })).body).toMatchObject({
      checked_in: false,
      checkin_details: false,
      rsvp_going: false,
    });
    expect((await t.stock(rsvp)).sold).toBe(sold - 1);
    expect(codeOf(await t.send('PUT', `/attendees/${id}`, { check_in: true }))).toBe('400 tec-et-attendee-invalid-check-in');
    expect((await t.send('PUT', `/attendees/${id}`, { check_in: true, attendee_status: 'yes' })).body).toMatchObject({
      checked_in: true,
      rsvp_going: true,
    });
  });

  it('applies all changes or none', async () => {
    const id = await t.attendee(rsvp, { check_in: true });
    expect(codeOf(await t.send('PUT', `/attendees/${id}`, { check_in: true, full_name: 'Other' }))).toBe(
      '400 tec-et-attendee-already-checked-in',
    );
    expect((await t.get(`/attendees/${id}`, {}, 'administrator')).body.title).toBe('Ann Guest');
  });

  it('that does not exist returns an error without data', async () => {
    expect((await t.send('PUT', '/attendees/99999999', { full_name: 'X' })).body).toEqual({
      code: 'invalid-attendee-id',
      message: expect.any(String),
      data: null,
    });
    expect(codeOf(await t.send('PUT', `/attendees/${rsvp}`, { full_name: 'X' }))).toBe('500 invalid-attendee-id');
    const id = await t.attendee(rsvp);
    expect(codeOf(await t.send('PUT', `/attendees/${id}`, { attendee_status: 'maybe' }))).toBe('400 invalid-attendee-status');
  });

  it('by removal frees the place and updates the counters of the post', async () => {
    const id = await t.attendee(shop);
    const { sold } = await t.stock(shop);
    await site.graphql('mutation($id: Int!) { removeAttendee(id: $id) { attendee { status } } }', { id }, 'administrator');
    expect((await t.stock(shop)).sold).toBe(sold - 1);
    expect((await t.get('/attendees', { include: id, status: 'any' }, 'administrator')).body.total).toBe(0);
    const [row] = await site.site.db.sql('SELECT deleted_attendees FROM post_stock WHERE post_id = $1', [post]);
    expect(row).toEqual({ deleted_attendees: 1 });
  });
});

describe('An attendee', () => {
  it('with a public list is visible to visitors, without private members', async () => {
    const id = await t.attendee(shop, { optout: false });
    const { status, body } = await t.get(`/attendees/${id}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      'author',
      'date',
      'date_utc',
      'global_id',
      'global_id_lineage',
      'id',
      'modified',
      'modified_utc',
      'optout',
      'post_id',
      'rest_url',
      'status',
      'ticket',
      'ticket_id',
      'title',
    ]);
    const { data } = await site.graphql('query($id: Int!) { attendee(id: $id) { name securityCode checkinUrl management { email } } }', {
      id,
    });
    expect(data.attendee).toEqual({ name: 'Ann Guest', securityCode: null, checkinUrl: null, management: null });
  });

  it('is visible to managers only if opted out, not going, or of a post that is protected or hides attendees', async () => {
    const hidden = [
      await t.attendee(rsvp),
      await t.attendee(rsvp, { optout: false, attendee_status: 'no' }),
      await t.attendee(shop, { optout: false, attendee_status: 'refunded' }),
    ];
    const locked = await t.ticket(await t.post({ password: 'secret' }), { provider: 'rsvp' });
    const guest = await t.attendee(locked, { optout: false });
    for (const id of [...hidden, guest]) {
      expect([
        codeOf(await t.get(`/attendees/${id}`)),
        codeOf(await t.get(`/attendees/${id}`, {}, 'editor')),
        (await t.get(`/attendees/${id}`, {}, 'administrator')).status,
      ]).toEqual(['401 attendee-not-accessible', '401 attendee-not-accessible', 200]);
    }
    expect((await t.get(`/attendees/${guest}`, { password: 'secret' })).status).toBe(200);
    expect((await t.get('/attendees', { ticket_id: locked })).body.total).toBe(0);
    expect((await t.get('/attendees', { ticket_id: locked, password: 'secret' })).body.total).toBe(1);
    const hiding = await t.post();
    const listed = await t.attendee(await t.ticket(hiding, { provider: 'rsvp' }), { optout: false });
    await site.site.db.sql(
      'INSERT INTO post_stock (post_id, hide_attendees_list) VALUES ($1, true) ON CONFLICT (post_id) DO UPDATE SET hide_attendees_list = true',
      [hiding],
    );
    expect([(await t.get(`/attendees/${listed}`)).status, (await t.get('/attendees', { post_id: hiding })).body.total]).toEqual([401, 0]);
  });
});

describe('The list of attendees', () => {
  it('filters as published', async () => {
    const post = await t.post();
    const reply = await t.ticket(post, { provider: 'rsvp' });
    const seat = await t.ticket(post, { provider: 'tribe-commerce', price: '12.50' });
    const [ann, bob, cy] = [
      await t.attendee(reply, { full_name: 'Ann Smith', email: 'ann@one.org', optout: false, check_in: true }),
      await t.attendee(reply, { full_name: 'Bob Stone', email: 'bob@two.org', optout: false, attendee_status: 'no' }),
      await t.attendee(seat, { full_name: 'Cy Smithers', email: 'cy@two.org', optout: false }),
    ];
    const order = (await t.get(`/attendees/${cy}`, {}, 'administrator')).body.order as number;
    const list = async (query: Record<string, string | number | boolean>, as: 'administrator' | null = 'administrator') =>
      (await t.get('/attendees', { post_id: post, ...query }, as ?? undefined)).body.attendees.map(({ id }: { id: number }) => id);
    expect(await list({})).toEqual([ann, bob, cy]);
    expect(await list({}, null)).toEqual([ann, cy]);
    expect(await list({ order: 'DESC' })).toEqual([cy, bob, ann]);
    expect(await list({ orderby: 'title', order: 'DESC' })).toEqual([cy, bob, ann]);
    expect(await list({ name: 'SMITH' })).toEqual([ann, cy]);
    expect(await list({ email: 'two.org' })).toEqual([bob, cy]);
    expect(await list({ search: 'smith ann' })).toEqual([ann]);
    expect(await list({ search: String(order) })).toEqual([cy]);
    expect(await list({ order_id: order })).toEqual([cy]);
    expect(await list({ order_id: ann })).toEqual([ann]);
    expect(await list({ checkedin: true })).toEqual([ann]);
    expect(await list({ checkedin: 'false' })).toEqual([bob, cy]);
    expect(await list({ rsvp_going_status: 'no' })).toEqual([bob, cy]);
    // an attendee who is not going is omitted; attendees of other providers are included
    expect(await list({ rsvp_going_status: 'nope' })).toEqual([cy]);
    expect(await list({ order_status: 'private' })).toEqual([bob]);
    expect(await list({ order_status: 'public,no' })).toEqual([ann, bob, cy]);
    expect(await list({ order_status: 'private' }, null)).toEqual([]);
    expect(await list({ post_status: 'draft' }, null)).toEqual([]);
    expect(await list({ post_status: 'draft,private', status: 'publish' }, null)).toEqual([]);
    expect(await list({ price_min: 12 })).toEqual([cy]);
    expect(await list({ price_max: 12 })).toEqual([]);
    expect(await list({ price_min: 13 })).toEqual([]);
    expect(await list({ provider: 'rsvp' })).toEqual([ann, bob]);
    expect(await list({ ticket_id: seat, include_ticket: reply })).toEqual([]);
    expect(await list({ exclude_ticket: seat })).toEqual([ann, bob]);
    expect(await list({ include: `${cy},${ann}`, orderby: 'include' })).toEqual([cy, ann]);
    expect(await list({ after: 'tomorrow' })).toEqual([]);
    const invalid: Record<string, string | number>[] = [
      { ticket_id: post },
      { include_ticket: '99999999' },
      { post_id: 99_999_999 },
      { checkedin: 'maybe' },
    ];
    for (const query of invalid) {
      expect(codeOf(await t.get('/attendees', query))).toBe('400 rest_invalid_param');
    }
    expect(codeOf(await t.get('/attendees', { post_id: post, page: 2 }))).toBe('400 invalid-page-number');
    expect((await t.get('/attendees', { post_id: post, per_page: 1 }, 'administrator')).headers).toMatchObject({
      'x-et-total': '3',
      'x-et-total-pages': '3',
    });
  });
});
