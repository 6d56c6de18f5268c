import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let post: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  post = await t.post();
});
afterAll(() => site.close());

const ids = (body: { tickets: { id: number }[] }) => body.tickets.map(({ id }) => id);

describe('The ticket object', () => {
  it('has the published members in the published formats', async () => {
    const id = await t.ticket(post, {
      name: 'Balcony',
      description: 'Row 1',
      price: '1234.5',
      start_date: '2026-01-02',
      start_time: '08:00:00',
      end_date: '2026-02-03',
      ticket: { mode: 'own', capacity: 30, sale_price: { checked: '1', price: '10', start_date: '2020-01-01' } },
    });
    const { status, body } = await t.get(`/tickets/${id}`);
    expect(status).toBe(200);
    const host = 'site.test';
    expect(body).toEqual({
      id,
      post_id: post,
      global_id: `${host}?type=tc&id=${id}`,
      global_id_lineage: [`${host}?type=tc&id=${id}`],
      author: String((await site.user('administrator')).id),
      status: 'publish',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      date_utc: expect.any(String),
      modified: expect.any(String),
      modified_utc: expect.any(String),
      title: 'Balcony',
      description: 'Row 1',
      rest_url: `http://site.test/rest/vendor/tickets/v1/tickets/${id}`,
      provider: 'tc',
      type: 'default',
      image: false,
      available_from: '2026-01-02 08:00:00',
      available_from_details: { year: '2026', month: '01', day: '02', hour: '08', minutes: '00', seconds: '00' },
      available_until: '2026-02-03 00:00:00',
      available_until_details: { year: '2026', month: '02', day: '03', hour: '00', minutes: '00', seconds: '00' },
      capacity: 30,
      capacity_details: { available_percentage: 100, available: 30 },
      is_available: true,
      cost: '$1,234.50',
      cost_details: {
        currency_symbol: '$',
        currency_position: 'prefix',
        values: ['1234.5'],
        suffix: null,
        currency_decimal_separator: '.',
        currency_decimal_numbers: 2,
        currency_thousand_separator: ',',
      },
      sale_price_data: { enabled: '1', sale_price: '10', start_date: '2020-01-01', end_date: '' },
      on_sale: true,
      price_suffix: null,
      iac: 'none',
      supports_attendee_information: false,
      attendees: [],
    });
  });

  it('contains editing data only for editors, and only in single reads', async () => {
    const id = await t.ticket(post, { provider: 'tribe-commerce', name: 'Early Bird', ticket: { mode: 'own', capacity: 4 } });
    await t.attendee(id);
    const ticket = (await t.get(`/tickets/${id}`, {}, 'editor')).body;
    const author = (await site.user('administrator')).id;
    expect(ticket).toMatchObject({
      capacity_type: 'own',
      sku: `${id}-${author}-EARLY-BIRD`,
      available_from_start_time: '',
      available_from_end_time: '',
      totals: { stock: 3, sold: 1, pending: 0 },
    });
    expect(ticket).not.toHaveProperty('checkin');
    const [listed] = (await t.get('/tickets', { include: id }, 'editor')).body.tickets;
    for (const name of ['capacity_type', 'sku', 'totals', 'checkin']) expect(listed).not.toHaveProperty(name);
  });

  it('counts only its own stock in its totals, independent of the shared places', async () => {
    const shared = await t.post();
    const capped = await t.ticket(shared, { ticket: { mode: 'capped', capacity: 4, event_capacity: 5 } });
    const open = await t.ticket(shared, { ticket: { mode: 'global' } });
    await t.attendee(capped);
    for (let n = 0; n < 3; n += 1) await t.attendee(open);
    const read = async (id: number) => (await t.get(`/tickets/${id}`, {}, 'administrator')).body;
    expect(await read(capped)).toMatchObject({ totals: { stock: 3, sold: 1 }, capacity_details: { available: 1 } });
    expect(await read(open)).toMatchObject({ totals: { stock: 2, sold: 3 }, capacity_details: { available: 1 } });
  });

  it('has valid nonces in response headers for users who may write posts', async () => {
    const id = await t.ticket(post);
    for (const path of [`/tickets/${id}`, '/tickets', '/tickets?_fields=total']) {
      const { headers } = await site.rest('GET', t.ns + path, { as: 'contributor' });
      expect(headers['x-et-add-ticket-nonce']).toBe(await t.nonce('add_ticket_nonce', 'contributor'));
      expect(headers['x-et-remove-ticket-nonce']).toMatch(/^[0-9a-f]{10}$/);
      expect((await site.rest('GET', t.ns + path)).headers['x-et-edit-ticket-nonce']).toBeUndefined();
    }
  });

  it('has an empty capacity and -1 available if it is unlimited', async () => {
    const id = await t.ticket(post, { provider: 'rsvp', price: '12', start_date: '' });
    expect((await t.get(`/tickets/${id}`, {}, 'administrator')).body).toMatchObject({
      capacity: '',
      capacity_details: { available_percentage: 100, available: -1, max: 0, sold: 0, pending: 0, global_stock_mode: '' },
      is_available: true,
      cost: '$0.00',
      cost_details: { values: [0] },
      sale_price_data: [],
      on_sale: null,
      available_from: '',
      rsvp: { rsvp_going: 0, rsvp_not_going: 0 },
      checkin: { checked_in: 0, unchecked_in: 0, checked_in_percentage: 100, unchecked_in_percentage: 0 },
      sku: null,
      capacity_type: 'unlimited',
    });
  });
});

describe('Writing a ticket', () => {
  it('works with a form as with JSON', async () => {
    const nonce = await t.nonce('add_ticket_nonce');
    const form = `post_id=${post}&provider=tc&name=Form&price=3&add_ticket_nonce=${nonce}&ticket[mode]=own&ticket[capacity]=9`;
    const { status, body } = await site.rest('POST', `${t.ns}/tickets`, { form, as: 'administrator' });
    expect(status).toBe(202);
    expect(body).toMatchObject({ title: 'Form', cost: '$3.00', capacity: 9 });
  });

  it('is refused with the same error for a missing post, an unknown post, a nonce of another action, and a visitor', async () => {
    const nonce = await t.nonce('add_ticket_nonce');
    const editNonce = await t.nonce('edit_ticket_nonce');
    const bodies = [
      {},
      { post_id: post },
      { add_ticket_nonce: nonce },
      { post_id: 99_999_999, add_ticket_nonce: nonce },
      { post_id: post, add_ticket_nonce: editNonce },
      { post_id: 'x', add_ticket_nonce: nonce },
    ];
    for (const body of bodies) {
      const reply = await t.send('POST', '/tickets', { provider: 'tc', ...body });
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
    }
    const visitor = await site.rest('POST', `${t.ns}/tickets`, { body: { post_id: post, provider: 'tc', add_ticket_nonce: nonce } });
    expect([visitor.status, visitor.body.code]).toEqual([403, 'forbidden']);
  });

  it('checks the permission first, then the provider, then the price', async () => {
    const nonce = await t.nonce('add_ticket_nonce');
    for (const provider of [undefined, 'woo', 'edd', 'nobody']) {
      const reply = await t.send('POST', '/tickets', { post_id: post, add_ticket_nonce: nonce, price: '-1', provider });
      expect([reply.status, reply.body.code]).toEqual([400, 'bad_request']);
    }
    expect(
      (await t.send('POST', '/tickets', { post_id: post, add_ticket_nonce: nonce, price: 'x', provider: 'TEC\\Tickets\\Commerce\\Module' }))
        .body.code,
    ).toBe('tec-tickets-rest-invalid_price');
    const old = await t.send('POST', '/tickets', { post_id: post, add_ticket_nonce: nonce, provider: 'Tribe__Tickets__RSVP', price: 'x' });
    expect([old.status, old.body.provider]).toEqual([202, 'rsvp']);
  });

  it('refuses invalid dates for every caller', async () => {
    const reply = await t.send('POST', '/tickets', { provider: 'tc', start_date: 'someday' }, undefined);
    expect([reply.status, reply.body.code, reply.body.data.params]).toEqual([
      400,
      'rest_invalid_param',
      { start_date: expect.any(String) },
    ]);
  });

  it('stores plain text', async () => {
    const id = await t.ticket(post, { name: '<b>Bold</b> & more', description: 'One<br>\nTwo <script>x()</script>' });
    expect((await t.get(`/tickets/${id}`)).body).toMatchObject({ title: 'Bold & more', description: 'One\nTwo' });
  });

  it('is allowed to the author of the post, but not to another author', async () => {
    const own = (await site.rest('POST', '/core/v2/posts', { body: { title: 'Mine', status: 'publish' }, as: 'author' })).body.id;
    const body = async (as: 'author' | 'author2') => ({
      post_id: own,
      provider: 'rsvp',
      name: 'Mine',
      add_ticket_nonce: await t.nonce('add_ticket_nonce', as),
    });
    expect((await t.send('POST', '/tickets', await body('author'), 'author')).status).toBe(202);
    expect((await t.send('POST', '/tickets', await body('author2'), 'author2')).status).toBe(403);
  });

  it('requires the post of the ticket, and an existing ticket', async () => {
    const id = await t.ticket(post);
    const other = await t.post();
    expect((await t.edit(id, other)).body.code).toBe('forbidden');
    const unknown = await t.edit(99_999_999, post);
    expect([unknown.status, unknown.body.code]).toEqual([400, 'bad_request']);
    expect((await t.send('PUT', `/tickets/${id}`, {})).body.data.params).toEqual(['post_id', 'edit_ticket_nonce']);
    expect((await t.send('PUT', '/tickets/0', { post_id: post, edit_ticket_nonce: 'x' })).body.code).toBe('rest_invalid_param');
  });

  it('keeps the capacity if it is omitted', async () => {
    const id = await t.ticket(post, { ticket: { mode: 'own', capacity: 8 } });
    await t.attendee(id);
    expect((await t.edit(id, post, { name: 'New', price: '6' })).body).toMatchObject({
      title: 'New',
      capacity: 8,
      capacity_details: { available: 7, sold: 1 },
    });
  });

  it('drops a reduced price that is not below the regular one', async () => {
    const sale = { checked: true, price: '4' };
    const id = await t.ticket(post, { price: '5', ticket: { mode: 'own', capacity: 8, sale_price: sale } });
    expect((await t.get(`/tickets/${id}`)).body.on_sale).toBe(true);
    expect((await t.edit(id, post, { price: '4' })).body).toMatchObject({
      on_sale: false,
      sale_price_data: { enabled: '', sale_price: '', start_date: '', end_date: '' },
    });
  });

  it('with a capacity below the sold places keeps all attendees and sells no more', async () => {
    const id = await t.ticket(post, { ticket: { mode: 'own', capacity: 5 } });
    const guests = await Promise.all([1, 2, 3].map(() => t.attendee(id)));
    await t.edit(id, post, { price: '5', ticket: { mode: 'own', capacity: 2 } });
    expect(await t.stock(id)).toMatchObject({ available: 0, sold: 3, max: 2 });
    await t.send('PUT', `/attendees/${guests[0]}`, { attendee_status: 'refunded' });
    expect(await t.stock(id)).toMatchObject({ available: 0, sold: 2 });
    await t.send('PUT', `/attendees/${guests[1]}`, { attendee_status: 'refunded' });
    expect(await t.stock(id)).toMatchObject({ available: 1, sold: 1 });
  });
});

describe('Deleting a ticket', () => {
  const removalInput = async (postId: number, as: 'administrator' | 'author' | 'subscriber' = 'administrator') => ({
    post_id: postId,
    remove_ticket_nonce: await t.nonce('remove_ticket_nonce', as),
  });

  it('keeps its attendees with the title of the ticket', async () => {
    const id = await t.ticket(post, { name: 'Remembered' });
    const guest = await t.attendee(id);
    const body = await removalInput(post);
    expect((await site.rest('DELETE', `${t.ns}/tickets/${id}`, { query: body, as: 'administrator' })).body).toBe(true);
    expect((await t.get(`/attendees/${guest}`, {}, 'administrator')).body).toMatchObject({
      ticket_id: id,
      ticket: { id, title: 'Remembered (deleted)' },
    });
    expect((await t.get(`/tickets/${id}`, {}, 'administrator')).body.code).toBe('ticket-not-found');
  });

  it('keeps RSVP attendees with that title as well', async () => {
    const id = await t.ticket(post, { provider: 'rsvp', name: 'Dinner' });
    const guest = await t.attendee(id, { optout: false });
    expect((await t.send('DELETE', `/tickets/${id}`, await removalInput(post))).body).toBe(true);
    expect((await t.edit(id, post, { name: 'Supper' })).status).toBe(202);
    for (const as of [undefined, 'administrator'] as const) {
      expect((await t.get(`/attendees/${guest}`, {}, as)).body.ticket).toMatchObject({ id, title: 'Dinner (deleted)', raw_price: '0' });
    }
    expect((await t.get('/attendees', { include: guest })).body.attendees[0].ticket.title).toBe('Dinner (deleted)');
  });

  it('checks first whether the ticket is readable, then the permission', async () => {
    const hidden = await t.post({ status: 'private' });
    const id = await t.ticket(hidden);
    const reply = await t.send('DELETE', `/tickets/${id}`, await removalInput(hidden, 'subscriber'), 'subscriber');
    expect([reply.status, reply.body.code]).toEqual([401, 'ticket-not-accessible']);
    const open = await t.ticket(post);
    expect((await t.send('DELETE', `/tickets/${open}`, await removalInput(post, 'subscriber'), 'subscriber')).body.code).toBe('forbidden');
    expect((await t.send('DELETE', `/tickets/${open}`, { post_id: post })).body.data.params).toEqual(['remove_ticket_nonce']);
  });

  it('of an RSVP returns false to users who may not edit posts of others', async () => {
    const own = (await site.rest('POST', '/core/v2/posts', { body: { title: 'Mine', status: 'publish' }, as: 'author' })).body.id;
    const id = await t.ticket(own, { provider: 'rsvp' });
    const reply = await t.send('DELETE', `/tickets/${id}`, await removalInput(own, 'author'), 'author');
    expect([reply.status, reply.body]).toEqual([202, false]);
    expect((await t.get(`/tickets/${id}`)).status).toBe(200);
  });
});

describe('A ticket with a deleted or hidden post', () => {
  it('is refused like a missing one, with the code as message', async () => {
    const hidden = await t.ticket(await t.post({ status: 'draft' }));
    const refusal = async (path: string) => (await t.get(path)).body;
    const inaccessible = { code: 'ticket-not-accessible', message: 'ticket-not-accessible', data: { status: 401 } };
    expect(await refusal(`/tickets/${hidden}`)).toEqual(inaccessible);
    expect(await refusal(`/tickets/${post}`)).toEqual(inaccessible);
    expect(await refusal('/tickets/99999999')).toEqual({ code: 'ticket-not-found', message: 'ticket-not-found', data: { status: 404 } });
    const removed = await t.send('DELETE', '/tickets/99999999', { post_id: post, remove_ticket_nonce: 'x' });
    expect(removed.body.message).toBe('ticket-not-found');
  });

  it('is inaccessible even to administrators once the post is deleted', async () => {
    const deleted = await t.post();
    const id = await t.ticket(deleted);
    await site.rest('DELETE', `/core/v2/posts/${deleted}`, { query: { force: true }, as: 'administrator' });
    for (const as of [undefined, 'administrator'] as const)
      expect([(await t.get(`/tickets/${id}`, {}, as)).status, (await t.get('/tickets', { include: id }, as)).body.total]).toEqual([401, 0]);
  });
  it('is readable only by its editors if the post is a draft', async () => {
    const id = await t.ticket(await t.post({ status: 'draft' }));
    expect([
      (await t.get(`/tickets/${id}`)).status,
      (await t.get(`/tickets/${id}`, {}, 'contributor')).status,
      (await t.get(`/tickets/${id}`, {}, 'editor')).status,
    ]).toEqual([401, 401, 200]);
  });
  it('is masked completely if the post has a password, also in GraphQL', async () => {
    const locked = await t.post({ password: 'secret', content: '[tribe_attendees_list]' });
    const id = await t.ticket(locked, {
      name: 'Hidden name',
      description: '77',
      sku: 'S',
      start_date: '2026-01-02',
      ticket: { mode: 'own', capacity: 7 },
    });
    await t.attendee(id, { optout: false });
    const { body } = await t.get(`/tickets/${id}`);
    expect(body).toMatchObject({
      id: 0,
      title: 'No Access',
      description: 0,
      provider: 'No Access',
      attendees: [],
      on_sale: null,
      capacity_details: { available: 0, available_percentage: 0 },
    });
    expect(JSON.stringify(body)).not.toMatch(/Hidden|2026|site\.test|"7/);
    const { data } = await site.graphql(
      'query($id: Int!) { ticket(id: $id) { isHidden databaseId id postId post { databaseId } globalId title description provider status availableFrom price { formatted amount } attendees(first: 5) { nodes { name } } sale { price { amount } } } }',
      { id },
    );
    expect(data.ticket.isHidden).toBe(true);
    expect(JSON.stringify(data)).not.toMatch(/Hidden name|2026|77|tc|site\.test/);
    expect((await t.get(`/tickets/${id}`, { password: 'secret' })).body).toMatchObject({
      id,
      title: 'Hidden name',
      attendees: [{ title: 'Ann Guest' }],
    });
  });
});

describe('The list of tickets', () => {
  it('filters by creation time, with inclusive bounds and relative times', async () => {
    const id = await t.ticket(post);
    const created = (await t.get(`/tickets/${id}`)).body.date_utc as string;
    const isListed = async (query: Record<string, string>) => ids((await t.get('/tickets', { include: id, ...query })).body).includes(id);
    expect(await isListed({ after: created, before: created })).toBe(true);
    expect(await isListed({ after: 'tomorrow' })).toBe(false);
    expect(await isListed({ before: '-1 day' })).toBe(false);
    expect(await isListed({ after: String(Date.parse(`${created.replace(' ', 'T')}Z`) / 1000) })).toBe(true);
    expect((await t.get('/tickets', { after: 'one fine day' })).body.data.params).toHaveProperty('after');
  });

  it('filters by availability and currency, and is empty for unknown posts', async () => {
    const full = await t.ticket(post, { ticket: { mode: 'own', capacity: 1 } });
    await t.attendee(full);
    const open = await t.ticket(post, { provider: 'rsvp' });
    const parameters = { include: `${full},${open}` };
    expect(ids((await t.get('/tickets', { ...parameters, is_available: 'false' })).body)).toEqual([full]);
    expect(ids((await t.get('/tickets', { ...parameters, is_available: 1 })).body)).toEqual([open]);
    expect(ids((await t.get('/tickets', { ...parameters, currency: 'eur,usd' })).body)).toEqual([full]);
    expect((await t.get('/tickets', { ...parameters, currency: 'EUR' })).body).toMatchObject({ total: 0, tickets: [] });
    expect((await t.get('/tickets', { exclude_post: '99999999' })).body.code).toBe('rest_invalid_param');
    expect((await t.get('/tickets', { include: '1,x' })).body.data.params).toHaveProperty('include');
  });

  it('sorts by title in any case, by ID, and by the given list', async () => {
    const post = await t.post();
    const [b, a, c] = [
      await t.ticket(post, { name: 'beta' }),
      await t.ticket(post, { name: 'Älpha' }),
      await t.ticket(post, { name: 'Gamma' }),
    ];
    const list = async (query: Record<string, string | number>) => ids((await t.get('/tickets', { include_post: post, ...query })).body);
    expect(await list({})).toEqual([a, b, c]);
    expect(await list({ order: 'DESC' })).toEqual([c, b, a]);
    expect(await list({ orderby: 'id' })).toEqual([b, a, c]);
    expect(await list({ orderby: 'include', include: `${c},${b}` })).toEqual([c, b]);
    const invalid: Record<string, string | number>[] = [
      { order: 'asc' },
      { orderby: 'date' },
      { per_page: 101 },
      { page: 0 },
      { search: '' },
    ];
    for (const query of invalid) {
      expect((await t.get('/tickets', query)).body.code).toBe('rest_invalid_param');
    }
  });

  it('echoes the sent parameters in order, with joined lists and without escaping', async () => {
    const { body } = await site.rest(
      'GET',
      `${t.ns}/tickets?status[]=publish&status[]=draft&order=DESC&api_key=x&unknown=1&search=a%20b%26`,
      {},
    );
    expect(body.rest_url).toBe('http://site.test/rest/vendor/tickets/v1/tickets/?status=publish,draft&order=DESC&search=a b&');
  });

  it('needs few SQL statements for any number of tickets', async () => {
    const post = await t.post();
    for (let i = 0; i < 6; i += 1) await t.attendee(await t.ticket(post, { name: `N${i}` }));
    const count = async (perPage: number) => {
      await t.get('/tickets', { include_post: post, per_page: perPage }, 'administrator');
      site.statements.length = 0;
      await t.get('/tickets', { include_post: post, per_page: perPage }, 'administrator');
      return site.statements.length;
    };
    expect(await count(6)).toBe(await count(1));
    expect(await count(6)).toBeLessThanOrEqual(6);
  });

  it('shows managers everything except trash', async () => {
    const hidden = await t.post({ status: 'private' });
    const id = await t.ticket(hidden);
    const listAs = async (as: 'administrator' | 'editor' | 'author' | undefined, query = {}) =>
      (await t.get('/tickets', { include: id, ...query }, as)).body.total;
    expect([
      await listAs(undefined),
      await listAs('author', { post_status: 'any' }),
      await listAs('editor'),
      await listAs('editor', { post_status: 'private' }),
      await listAs('administrator'),
    ]).toEqual([0, 0, 0, 1, 1]);
    await t.setting('qr_api_key', '12345678');
    expect(await listAs(undefined, { api_key: '12345678' })).toBe(1);
    expect(await listAs(undefined, { api_key: '1234567' })).toBe(0);
    await t.setting('qr_api_key', '');
    expect(await listAs(undefined, { api_key: '' })).toBe(0);
  });
});
