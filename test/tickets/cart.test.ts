import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShiftedClock, withClock } from '../../src/core/time/clock.ts';
import { openWholeSite, type RestResponse, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let post: number;
let firstTicket: number;
let secondTicket: number;
let old: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  post = await t.post();
  firstTicket = await t.ticket(post, { name: 'One', ticket: { mode: 'own', capacity: 5 } });
  secondTicket = await t.ticket(post, { name: 'Two', ticket: { mode: '' } });
  old = await t.ticket(post, { provider: 'tribe-commerce', name: 'Old', ticket: { mode: 'own', capacity: 50 } });
});
afterAll(() => site.close());

/** Creates a client that stores the cart cookie. */
function browser() {
  let cookie: string | undefined;
  const storeCookie = (reply: RestResponse) => {
    const set = [reply.headers['set-cookie'] ?? []].flat().find((text) => text.startsWith('tickets-cart='));
    if (set) cookie = /Max-Age=0\b/.test(set) ? undefined : set.split(';')[0];
    return reply;
  };
  const headers = (): Record<string, string> => (cookie === undefined ? {} : { cookie });
  return {
    get cookie() {
      return cookie;
    },
    set cookie(value) {
      cookie = value;
    },
    put: async (body: object) =>
      storeCookie(await site.rest('POST', `${t.ns}/cart`, { body: { provider: 'tc', ...body }, headers: headers() })),
    read: async (query = {}) => storeCookie(await site.rest('GET', `${t.ns}/cart`, { query, headers: headers() })),
  };
}

const line = (ticket_id: number, quantity: number, fields = {}) => ({ ticket_id, quantity, ...fields });
const quantitiesOf = (body: { tickets: { ticket_id: number; quantity: number }[] }) =>
  body.tickets.map((entry) => [entry.ticket_id, entry.quantity]);

describe('A cart', () => {
  it('is empty and has no name until something is added', async () => {
    const visitor = browser();
    expect((await visitor.read()).body).toEqual({ tickets: [], meta: [], cart_url: '', checkout_url: '' });
    expect((await visitor.put({})).body).toEqual({ tickets: [], meta: [], cart_url: '', checkout_url: '' });
    expect(visitor.cookie).toBeUndefined();
  });

  it.each([
    [{ tickets: 'abc' }, 'tickets'],
    [{ tickets: { ticket_id: 1, quantity: 1 } }, 'tickets'],
    [{ tickets: [5] }, 'tickets'],
    [{ tickets: [{ ticket_id: 'x', quantity: 1 }] }, 'tickets'],
    [{ meta: 'abc' }, 'meta'],
  ])('refuses %j with the name of the parameter and does not change', async (body, name) => {
    const visitor = browser();
    await visitor.put({ tickets: [line(firstTicket, 2)] });
    const refused = await visitor.put(body);
    expect([refused.status, refused.body.code, Object.keys(refused.body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    expect((await visitor.put({ tickets: [line(firstTicket, 'many' as never)] })).status).toBe(400);
    expect(quantitiesOf((await visitor.read()).body)).toEqual([[firstTicket, 2]]);
  });

  it('stores the written quantities and keeps omitted lines', async () => {
    const visitor = browser();
    const first = await visitor.put({
      tickets: [line(firstTicket, 2), line(secondTicket, -3, { optout: '1', iac: 'allowed' })],
      post_id: post,
      meta: [{ ticket_id: firstTicket, items: [{ name: 'Ann' }] }],
    });
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']).toMatch(
      /^tickets-cart=[A-Za-z0-9]{12}; Max-Age=86400; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$/,
    );
    const url = `http://site.test/tickets-checkout/?cart=1&post_id=${post}`;
    expect(first.body).toEqual({
      tickets: [
        { ticket_id: firstTicket, quantity: 2, post_id: post, optout: 0, iac: 'none', provider: 'tickets-commerce' },
        { ticket_id: secondTicket, quantity: 3, post_id: post, optout: 1, iac: 'allowed', provider: 'tickets-commerce' },
      ],
      meta: [{ ticket_id: firstTicket, provider: 'tickets-commerce', items: [{ name: 'Ann' }] }],
      cart_url: url,
      checkout_url: url,
    });
    expect(quantitiesOf((await visitor.put({ tickets: [line(firstTicket, 1)] })).body)).toEqual([
      [firstTicket, 1],
      [secondTicket, 3],
    ]);
    expect((await visitor.put({ tickets: null, meta: null })).body.meta).toHaveLength(1);
    const reduced = await visitor.put({ tickets: [line(firstTicket, 0), line(0, 5)] });
    expect([quantitiesOf(reduced.body), reduced.body.meta, reduced.body.cart_url]).toEqual([[[secondTicket, 3]], [], '']);
    await visitor.put({ tickets: [line(secondTicket, 0)] });
    expect(visitor.cookie).toBeUndefined();
  });

  it('returns attendee data as it was sent', async () => {
    const visitor = browser();
    const meta = [{ ticket_id: firstTicket, provider: 'tc', items: [{ name: 'Ann' }, 'x'] }];
    expect((await visitor.put({ tickets: [line(firstTicket, 2)], meta })).body.meta).toEqual(meta);
    const other = [{ ticket_id: firstTicket, provider: 'tickets-commerce', items: { all: 'Bob' } }];
    expect((await visitor.put({ meta: other })).body.meta).toEqual(other);
    expect((await visitor.read()).body.meta).toEqual(other);
  });

  it('returns the lines of one provider on request', async () => {
    const visitor = browser();
    await visitor.put({ tickets: [line(firstTicket, 1)] });
    expect(quantitiesOf((await visitor.put({ provider: 'tpp', tickets: [line(old, 2)] })).body)).toEqual([[old, 2]]);
    expect(quantitiesOf((await visitor.read()).body)).toEqual([
      [firstTicket, 1],
      [old, 2],
    ]);
    expect((await visitor.read({ provider: 'tribe-commerce,rsvp' })).body.tickets).toMatchObject([
      { ticket_id: old, provider: 'tribe-commerce' },
    ]);
    expect(quantitiesOf((await visitor.read({ provider: 'tickets-commerce' })).body)).toEqual([[firstTicket, 1]]);
  });

  it('applies a request completely or not at all', async () => {
    const visitor = browser();
    await visitor.put({ tickets: [line(secondTicket, 1)] });
    for (const [bad, code] of [
      [line(99_999_999, 1), 'ticket-does-not-exist'],
      [line(firstTicket, 6), 'ticket-capacity-not-available'],
      [line(secondTicket, 101), 'ticket-capacity-not-available'],
    ] as const) {
      const reply = await visitor.put({ tickets: [line(secondTicket, 9), bad] });
      expect([reply.status, reply.body.code, reply.body.data.status]).toEqual([500, code, 500]);
      expect(quantitiesOf((await visitor.read()).body)).toEqual([[secondTicket, 1]]);
    }
  });

  it('requires a provider, and a post with tickets', async () => {
    const visitor = browser();
    expect((await site.rest('PUT', `${t.ns}/cart`, { body: {} })).body.data.params).toEqual(['provider']);
    for (const provider of ['rsvp', 'nobody'])
      expect((await visitor.put({ provider, tickets: [line(firstTicket, 1)] })).body.tickets).toEqual([]);
    expect((await visitor.read({ post_id: 99_999_999 })).body.code).toBe('rest_invalid_param');
    const withoutTickets = await t.post();
    const reply = await visitor.read({ post_id: withoutTickets });
    expect([reply.status, reply.body.code]).toEqual([403, 'post-has-no-tickets']);
  });

  it('belongs to its cookie: an unknown cart name never becomes a cart', async () => {
    const visitor = browser();
    visitor.cookie = 'tickets-cart=AAAAAAAAAAAA';
    await visitor.put({ tickets: [line(secondTicket, 1)] });
    expect(visitor.cookie).not.toContain('AAAAAAAAAAAA');
    const name = visitor.cookie?.split('=')[1] ?? '';
    expect((await site.rest('GET', `${t.ns}/cart`, { query: { 'tickets-cart': name, cart: name, hash: name } })).body.tickets).toEqual([]);
    const other = browser();
    other.cookie = "tickets-cart=' OR 1=1 --";
    expect((await other.read()).body.tickets).toEqual([]);
  });

  it('expires a day after the last write', async () => {
    const visitor = browser();
    await visitor.put({ tickets: [line(secondTicket, 1)] });
    const hours = (n: number) => createShiftedClock(n * 3_600_000);
    await withClock(hours(23), () => visitor.put({ tickets: [line(secondTicket, 2)] }));
    await withClock(hours(46), async () => expect(quantitiesOf((await visitor.read()).body)).toEqual([[secondTicket, 2]]));
    await withClock(hours(48), async () => expect((await visitor.read()).body.tickets).toEqual([]));
  });

  it('omits deleted and unreadable tickets', async () => {
    const hidden = await t.post();
    const ticket = await t.ticket(hidden);
    const visitor = browser();
    await visitor.put({ tickets: [line(ticket, 1), line(secondTicket, 1)] });
    await site.rest('PUT', `/core/v2/posts/${hidden}`, { body: { status: 'private' }, as: 'administrator' });
    expect(quantitiesOf((await visitor.read()).body)).toEqual([[secondTicket, 1]]);
  });

  it('contains one of two simultaneous writes completely', async () => {
    const visitor = browser();
    await visitor.put({ tickets: [line(firstTicket, 1), line(secondTicket, 1)] });
    await Promise.all([2, 3, 4].map((n) => visitor.put({ tickets: [line(firstTicket, n), line(secondTicket, n)] })));
    const [[, a] = [], [, b] = []] = quantitiesOf((await visitor.read()).body);
    expect([2, 3, 4]).toContain(a);
    expect(a).toBe(b);
  });

  it('is the same in GraphQL', async () => {
    const visitor = browser();
    await visitor.put({ tickets: [line(secondTicket, 4)] });
    const response = await site.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', cookie: visitor.cookie ?? '' },
      payload: JSON.stringify({
        query: `mutation { changeCart(provider: SHOP, lines: [{ ticketId: ${firstTicket}, quantity: 1 }]) { cart { lines { ticketId quantity isOptedOut } } } }`,
      }),
    });
    expect(JSON.parse(response.payload).data.changeCart.cart.lines).toEqual([
      { ticketId: secondTicket, quantity: 4, isOptedOut: false },
      { ticketId: firstTicket, quantity: 1, isOptedOut: false },
    ]);
    expect(String(response.headers['set-cookie'])).toContain(visitor.cookie);
  });
});
