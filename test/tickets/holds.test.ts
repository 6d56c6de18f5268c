import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { releasePlaces } from '../../src/domains/tickets/tickets.jobs.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
});
afterEach(() => setClock());
afterAll(() => site.close());

const HOLD =
  'mutation($lines: [HoldLineInput!]!) { holdPlaces(lines: $lines) { token hold { databaseId expiresAt isOffer lines { ticketId quantity } } } }';
const CHECK_OUT = `mutation($token: String, $id: Int, $guests: [GuestDraft!]!, $status: AttendeeStatus) {
  completeHold(token: $token, id: $id, guests: $guests, status: $status) { attendees { databaseId name management { orderId orderStatus source } } } }`;
const hold = (lines: { ticketId: number; quantity: number }[], as?: TestUserName) => site.graphql(HOLD, { lines }, as);
const code = ({ errors }: { errors: { extensions: Record<string, unknown> }[] }) => errors[0]?.extensions['code'];
const guest = (ticketId: number, n: number) => ({ ticketId, fullName: `Guest ${n}`, email: `guest${n}@example.org` });
const advanceMinutes = (n: number) => setClock(createShiftedClock(n * 60_000));

const releaseExpired = () => releasePlaces.run(site.site);

describe('Places that a hold reserves', () => {
  it('are unavailable until they are released, and count as pending', async () => {
    const ticket = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 5 } });
    const { data } = await hold([{ ticketId: ticket, quantity: 4 }]);
    expect(data.holdPlaces.hold.lines).toEqual([{ ticketId: ticket, quantity: 4 }]);
    expect(await t.stock(ticket)).toMatchObject({ available: 1, sold: 4, pending: 4 });
    expect(code(await hold([{ ticketId: ticket, quantity: 2 }]))).toBe('insufficient_stock');
    await t.attendee(ticket);
    expect((await t.register(ticket)).body.code).toBe('tec-tc-insufficient-stock');
    const release = 'mutation($token: String) { releaseHold(token: $token) { isReleased } }';
    expect((await site.graphql(release, { token: data.holdPlaces.token })).data.releaseHold.isReleased).toBe(true);
    expect(code(await site.graphql(release, { token: data.holdPlaces.token }))).toBe('hold_not_found');
    expect(await t.stock(ticket)).toMatchObject({ available: 4, sold: 1, pending: 0 });
  });

  it('are found by the token or the ID of the hold, not by both', async () => {
    const ticket = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 5 } });
    const { token, hold: held } = (await hold([{ ticketId: ticket, quantity: 1 }])).data.holdPlaces;
    const find = (keys: object) =>
      site.graphql('query($token: String, $id: Int) { hold(token: $token, id: $id) { databaseId } }', { ...keys }, 'administrator');
    for (const keys of [{ token }, { id: held.databaseId }]) expect((await find(keys)).data.hold).toEqual({ databaseId: held.databaseId });
    for (const keys of [{ token, id: held.databaseId }, {}]) expect(code(await find(keys))).toBe('invalid_arguments');
  });

  it('become available when the hold expires', async () => {
    const ticket = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 3 } });
    const { data } = await hold([{ ticketId: ticket, quantity: 3 }]);
    advanceMinutes(14);
    await releaseExpired();
    expect(await t.stock(ticket)).toMatchObject({ available: 0 });
    advanceMinutes(16);
    const checkout = await site.graphql(CHECK_OUT, { token: data.holdPlaces.token, guests: [guest(ticket, 1)] }, 'administrator');
    expect(code(checkout)).toBe('hold_not_found');
    await releaseExpired();
    expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
  });

  it('become available even if an earlier hold cannot be released', async () => {
    const ticket = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 3 } });
    const stuck = await hold([{ ticketId: ticket, quantity: 1 }]);
    await hold([{ ticketId: ticket, quantity: 2 }]);
    await site.site.db.sql('CREATE TABLE glue (hold_id int REFERENCES ticket_hold)');
    await site.site.db.sql('INSERT INTO glue VALUES ($1)', [stuck.data.holdPlaces.hold.databaseId]);
    advanceMinutes(16);
    await releaseExpired();
    expect(await t.stock(ticket)).toMatchObject({ available: 2 });
    expect(site.logged.at(-1)).toContain('an expired hold could not be released');
    await site.site.db.sql('DROP TABLE glue');
    await releaseExpired();
    expect(await t.stock(ticket)).toMatchObject({ available: 3 });
  });

  it('become attendees of one order at checkout, and unused ones become available', async () => {
    const post = await t.post();
    const [first, second] = [
      await t.ticket(post, { price: '5', ticket: { mode: 'own', capacity: 3 } }),
      await t.ticket(post, { price: '7', ticket: { mode: 'capped', capacity: 4, event_capacity: 4 } }),
    ];
    const { data } = await hold([
      { ticketId: first, quantity: 2 },
      { ticketId: second, quantity: 3 },
    ]);
    const { token } = data.holdPlaces;
    const guests = [guest(first, 1), guest(first, 2), guest(second, 3)];
    expect(code(await site.graphql(CHECK_OUT, { token, guests }))).toBe('forbidden');
    const tooMany = [guest(first, 1), guest(first, 2), guest(first, 3)];
    expect(code(await site.graphql(CHECK_OUT, { token, guests: tooMany }, 'administrator'))).toBe('hold_too_small');
    const { attendees } = (await site.graphql(CHECK_OUT, { token, guests }, 'administrator')).data.completeHold;
    expect(attendees.map(({ name }: { name: string }) => name)).toEqual(['Guest 1', 'Guest 2', 'Guest 3']);
    const [orderId, ...others] = new Set(attendees.map(({ management }: { management: { orderId: number } }) => management.orderId));
    expect(others).toEqual([]);
    const { data: sold } = await site.graphql(
      'query($id: Int!) { order(id: $id) { status total { amount formatted } items { ticketId quantity } states { status } } }',
      { id: orderId },
      'administrator',
    );
    expect(sold.order).toMatchObject({ status: 'COMPLETED', total: { amount: '17.00', formatted: '$17.00' } });
    expect(sold.order.states.map(({ status }: { status: string }) => status)).toEqual(['CREATED', 'PENDING', 'COMPLETED']);
    expect(await t.stock(first)).toMatchObject({ available: 1, sold: 2, pending: 0 });
    expect(await t.stock(second)).toMatchObject({ available: 3, sold: 1, pending: 0 });
    expect(code(await site.graphql(CHECK_OUT, { token, guests }, 'administrator'))).toBe('hold_not_found');
  });

  it('never exceed capacity together with simultaneous registrations, and are checked out once', async () => {
    const ticket = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 10 } });
    const placesTaken = await Promise.all(
      Array.from({ length: 30 }, async (_, i) =>
        i % 2 === 0
          ? (await hold([{ ticketId: ticket, quantity: 2 }], 'administrator')).errors.length === 0
            ? 2
            : 0
          : (await t.register(ticket, { email: `p${i}@example.org` })).status === 201
            ? 1
            : 0,
      ),
    );
    expect(placesTaken.reduce((sum: number, n) => sum + n, 0)).toBe((await t.stock(ticket)).sold);
    expect((await t.stock(ticket)).available).toBeGreaterThanOrEqual(0);
    expect((await t.stock(ticket)).sold).toBeLessThanOrEqual(10);
    const other = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 2 } });
    const { token } = (await hold([{ ticketId: other, quantity: 2 }], 'administrator')).data.holdPlaces;
    const checkouts = await Promise.all(
      Array.from({ length: 6 }, () => site.graphql(CHECK_OUT, { token, guests: [guest(other, 1), guest(other, 2)] }, 'administrator')),
    );
    expect(checkouts.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(checkouts.filter((reply) => code(reply) === 'hold_not_found')).toHaveLength(5);
    expect((await t.get('/attendees', { ticket_id: other }, 'administrator')).body.total).toBe(2);
  });

  it('require tickets that the caller may buy, and are rate-limited', async () => {
    const post = await t.post();
    const later = await t.ticket(post, { start_date: '2099-01-01', ticket: { mode: 'own', capacity: 5 } });
    expect(code(await hold([{ ticketId: later, quantity: 1 }]))).toBe('ticket_not_on_sale');
    expect((await hold([{ ticketId: later, quantity: 1 }], 'administrator')).errors).toEqual([]);
    const secret = await t.ticket(await t.post({ status: 'private' }), { ticket: { mode: 'own', capacity: 5 } });
    expect(code(await hold([{ ticketId: secret, quantity: 1 }]))).toBe('ticket_not_found');
    for (const lines of [[], [{ ticketId: later, quantity: 0 }], [{ ticketId: later, quantity: 101 }]])
      expect(code(await hold(lines))).toBe('invalid_arguments');
    advanceMinutes(60);
    await releaseExpired();
    const open = await t.ticket(post, { ticket: { mode: '' } });
    const many = await hold([{ ticketId: open, quantity: 60 }]);
    expect(many.errors).toEqual([]);
    expect(code(await hold([{ ticketId: open, quantity: 60 }]))).toBe('too_many_holds');
    await site.graphql('mutation($token: String) { releaseHold(token: $token) { isReleased } }', { token: many.data.holdPlaces.token });
    for (let n = 0; n < 40; n += 1) expect((await hold([{ ticketId: open, quantity: 1 }])).errors).toEqual([]);
    expect(code(await hold([{ ticketId: open, quantity: 1 }]))).toBe('too_many_holds');
    await t.setting('hold_minutes', 0);
    expect(code(await hold([{ ticketId: open, quantity: 1 }]))).toBe('holds_not_offered');
    await t.setting('hold_minutes', 15);
  });

  it('are not affected by carts, which reserve nothing', async () => {
    const post = await t.post();
    const ticket = await t.ticket(post, { ticket: { mode: 'own', capacity: 2 } });
    const cart = await site.rest('POST', '/vendor/tickets/v1/cart', {
      body: { provider: 'tc', tickets: [{ ticket_id: ticket, quantity: 2 }] },
    });
    expect(cart.status).toBe(200);
    expect(await t.stock(ticket)).toMatchObject({ available: 2, sold: 0 });
  });
});

describe('The capacity overview', () => {
  it('lists the holders of all places by kind', async () => {
    await t.setting('reserve_pending', true);
    const post = await t.post();
    const stock = { mode: 'global', event_capacity: 20 };
    const shop = await t.ticket(post, { ticket: stock });
    const older = await t.ticket(post, { provider: 'tribe-commerce', ticket: stock });
    const deleted = await t.ticket(post, { ticket: stock });
    await t.attendee(shop, { full_name: 'Ann' });
    await t.attendee(older, { attendee_status: 'pending-payment', full_name: 'Bob' });
    await t.attendee(deleted, { full_name: 'Cleo' });
    await t.send('DELETE', `/tickets/${deleted}`, { post_id: post, remove_ticket_nonce: await t.nonce('remove_ticket_nonce') });
    await hold([{ ticketId: shop, quantity: 3 }], 'administrator');
    const source = `query($ticketId: Int, $postId: Int) { reservedPlaces(ticketId: $ticketId, postId: $postId) {
      level capacity taken kinds { kind places } holders(first: 2) { hasNextPage endCursor nodes { kind name places until } } } }`;
    const shared = (await site.graphql(source, { postId: post }, 'administrator')).data.reservedPlaces;
    expect(shared).toMatchObject({ level: 'SHARED', capacity: 20, taken: 6 });
    expect(Object.fromEntries(shared.kinds.map(({ kind, places }: { kind: string; places: number }) => [kind, places]))).toEqual({
      ATTENDEES: 1,
      PENDING: 1,
      HOLD: 3,
      OFFER: 0,
      SET_ASIDE: 0,
      DELETED: 1,
    });
    expect(shared.holders.hasNextPage).toBe(true);
    expect(shared.holders.nodes.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Bob']);
    const own = (await site.graphql(source, { ticketId: shop }, 'administrator')).data.reservedPlaces;
    expect(own).toMatchObject({ level: 'GLOBAL', taken: 4 });
    expect(code(await site.graphql(source, { ticketId: shop }))).toBe('forbidden');
    expect(code(await site.graphql(source, { ticketId: 1 }, 'administrator'))).toBe('ticket_not_found');
    expect(code(await site.graphql(source, {}, 'administrator'))).toBe('invalid_arguments');
  });
});

describe('Pending payments (docs/behaviour/tickets.md 3)', () => {
  it('hold their places for half an hour, and a later payment needs free places', async () => {
    await t.setting('reserve_pending', true);
    const ticket = await t.ticket(await t.post(), { provider: 'tribe-commerce', ticket: { mode: 'own', capacity: 1 } });
    const waiting = await t.attendee(ticket, { attendee_status: 'pending-payment' });
    expect(await t.stock(ticket)).toMatchObject({ available: 0, pending: 1 });
    advanceMinutes(29);
    await releaseExpired();
    expect(await t.stock(ticket)).toMatchObject({ available: 0 });
    advanceMinutes(31);
    await Promise.all([releaseExpired(), releaseExpired()]);
    expect(await t.stock(ticket)).toMatchObject({ available: 1, sold: 0, pending: 0 });
    await t.attendee(ticket);
    const paid = await t.send('PUT', `/attendees/${waiting}`, { attendee_status: 'completed' });
    expect([paid.status, paid.body.code]).toEqual([400, 'tec-tc-insufficient-stock']);
  });

  it('keep their places if they are paid in time', async () => {
    const ticket = await t.ticket(await t.post(), { provider: 'tribe-commerce', ticket: { mode: 'own', capacity: 1 } });
    const paid = await t.attendee(ticket, { attendee_status: 'pending-payment' });
    expect((await t.send('PUT', `/attendees/${paid}`, { attendee_status: 'completed' })).status).toBe(201);
    advanceMinutes(60);
    await releaseExpired();
    expect(await t.stock(ticket)).toMatchObject({ available: 0, sold: 1 });
  });
});
