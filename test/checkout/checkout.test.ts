import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, shiftedBy } from '../../src/core/time/clock.ts';
import { releasePlaces } from '../../src/domains/tickets/tickets.jobs.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';
import { checkouts, code } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
let c: ReturnType<typeof checkouts>;
beforeAll(async () => {
  site = await openWholeSite();
  t = ticketing(site);
  c = checkouts(site);
});
afterEach(() => setClock());
afterAll(() => site.close());

const minutes = (n: number) => setClock(shiftedBy(n * 60_000));
const buyer = { fullName: 'Ann Buyer', email: 'ann@example.org' };
const rsvp = async (fields: Record<string, unknown> = {}) =>
  t.ticket(await t.post(), { provider: 'rsvp', price: '', ticket: { capacity: 5, not_going: true }, ...fields });
const sold = async (fields: Record<string, unknown> = {}) =>
  t.ticket(await t.post(), { price: '12.50', ticket: { mode: 'own', capacity: 5 }, ...fields });
const mails = (kind: 'order' | 'ticket') => site.site.db.prisma.outgoingMail.count({ where: { kind } });

describe('Checkout without payment', () => {
  it('turns held places into attendees with mailed tickets, and returns the same when repeated', async () => {
    const ticket = await rsvp();
    const begun = await c.start([{ ticketId: ticket, quantity: 1 }]);
    const { token, url, checkout } = begun.data.startCheckout;
    expect(url).toBe(`${site.config.siteUrl}/checkout/${token}`);
    expect(checkout).toMatchObject({
      state: 'OPEN',
      total: { amount: '0.00', currencyCode: 'USD', formatted: '$0.00' },
      totalMinorUnits: 0,
      gateways: [],
      orderUrl: null,
      buyerName: '',
      guests: [],
    });
    expect(checkout.secondsLeft).toBeGreaterThan(14 * 60);
    expect(await t.stock(ticket)).toMatchObject({ available: 4, pending: 1 });
    expect((await c.complete(token)).errors[0]?.extensions['params']).toEqual({
      'buyer.fullName': 'A name is needed.',
      'buyer.email': 'An address is needed.',
    });
    expect((await c.update(token, { buyer })).data.updateCheckout.checkout).toMatchObject({ buyerName: 'Ann Buyer', state: 'OPEN' });
    const before = await mails('ticket');
    const done = await c.complete(token);
    expect(done.data.completeCheckout.checkout).toMatchObject({ state: 'COMPLETED', secondsLeft: 0 });
    expect(done.data.completeCheckout.orderUrl).toMatch(/\/orders\/[0-9a-z]+-[0-9a-f]{32}$/);
    expect((await c.complete(token)).data).toEqual(done.data);
    expect(await c.attendees(ticket)).toMatchObject([{ name: 'Ann Buyer', management: { orderStatus: 'YES', email: 'ann@example.org' } }]);
    expect(await t.stock(ticket)).toMatchObject({ available: 4, sold: 1, pending: 0 });
    expect(await mails('ticket')).toBe(before + 1);
    expect(code(await c.cancel(token))).toBe('checkout_completed');
    expect(code(await c.update(token, { buyer }))).toBe('checkout_completed');
  });

  it('names the guests; the buyer represents them and receives the mail', async () => {
    const ticket = await rsvp();
    const token = await c.named(ticket, 3);
    const guests = [{ ticketId: ticket, fullName: ' Bob ', email: 'bob@example.org', extra: { meal: 'none' } }];
    expect((await c.update(token, { guests })).data.updateCheckout.checkout.guests).toEqual([
      { ticketId: ticket, fullName: 'Bob', email: 'bob@example.org', extra: { meal: 'none' } },
    ]);
    const before = await mails('order');
    await c.complete(token);
    expect((await c.attendees(ticket)).map(({ name }: { name: string }) => name).sort()).toEqual(['Ann Buyer', 'Ann Buyer', 'Bob']);
    expect(await mails('order')).toBe(before + 1);
    expect((await c.read(token)).data.checkout).toMatchObject({ guests: [], state: 'COMPLETED' });
  });

  it('reports all invalid arguments with their paths at once, and changes nothing', async () => {
    const ticket = await rsvp();
    const token = await c.named(ticket);
    const guests = [
      { ticketId: ticket, fullName: '', email: 'nobody' },
      { ticketId: ticket, fullName: 'Second', email: 'second@example.org' },
    ];
    const refused = await c.update(token, { buyer: { fullName: 'x'.repeat(251), email: 'also wrong' }, guests });
    expect(Object.keys(refused.errors[0]?.extensions['params'] as object).sort()).toEqual([
      'buyer.email',
      'buyer.fullName',
      'guests.0.email',
      'guests.0.fullName',
      'guests.1.ticketId',
    ]);
    expect((await c.read(token)).data.checkout).toMatchObject({ buyerName: 'Ann Buyer', guests: [] });
    expect(code(await c.read('nothing'))).toBe('checkout_not_found');
  });

  it('releases its places when cancelled, also repeatedly, and when it expires', async () => {
    const ticket = await rsvp();
    const token = await c.named(ticket, 2);
    expect((await c.cancel(token)).data.cancelCheckout.checkout.state).toBe('CANCELLED');
    expect((await c.cancel(token)).data.cancelCheckout.checkout.state).toBe('CANCELLED');
    expect(await t.stock(ticket)).toMatchObject({ available: 5, sold: 0 });
    expect(code(await c.complete(token))).toBe('checkout_cancelled');
    const late = await c.named(ticket, 2);
    minutes(16);
    expect(code(await c.complete(late))).toBe('checkout_expired');
    await releasePlaces.run(site.site);
    expect((await c.read(late)).data.checkout).toMatchObject({ state: 'EXPIRED', secondsLeft: 0 });
    expect(code(await c.update(late, { buyer }))).toBe('checkout_expired');
    expect(await t.stock(ticket)).toMatchObject({ available: 5, sold: 0 });
  });

  it('returns the same checkout for the same key, also at the same moment', async () => {
    const ticket = await rsvp();
    const requestKey = 'a key of my own 4711';
    const lines = [{ ticketId: ticket, quantity: 2 }];
    const replies = await Promise.all([c.start(lines, { requestKey }), c.start(lines, { requestKey })]);
    replies.push(await c.start(lines, { requestKey }));
    expect(new Set(replies.map(({ data }) => data.startCheckout.token)).size).toBe(1);
    expect(await t.stock(ticket)).toMatchObject({ available: 3 });
    expect((await c.start(lines, { requestKey: 'short' })).errors[0]?.extensions['params']).toHaveProperty('requestKey');
    await c.cancel(replies[0]?.data.startCheckout.token);
  });

  it('creates attendees once for simultaneous completions, and a simultaneous cancellation fully fails or succeeds', async () => {
    const ticket = await rsvp({ ticket: { capacity: 20 } });
    const token = await c.named(ticket, 2);
    const all = await Promise.all([c.complete(token), c.cancel(token), c.complete(token), c.complete(token)]);
    const isCompleted = (await c.read(token)).data.checkout.state === 'COMPLETED';
    expect(await c.attendees(ticket)).toHaveLength(isCompleted ? 2 : 0);
    expect(all.filter(({ errors }) => errors.length === 0)).toHaveLength(isCompleted ? 3 : 1);
    expect((await t.stock(ticket)).sold).toBe(isCompleted ? 2 : 0);
  });
});

describe('Unavailable tickets', () => {
  it('are refused with a code, and nothing is held', async () => {
    const ticket = await sold();
    expect(code(await c.start([{ ticketId: ticket, quantity: 6 }]))).toBe('insufficient_stock');
    expect(code(await c.start([{ ticketId: ticket, quantity: 101 }]))).toBe('purchase_limit');
    expect(code(await c.start([{ ticketId: await sold({ start_date: '2099-01-01' }), quantity: 1 }]))).toBe('ticket_not_on_sale');
    const other = await sold({ provider: 'tribe-commerce' });
    const both = [ticket, other].map((ticketId) => ({ ticketId, quantity: 1 }));
    expect(code(await c.start(both))).toBe('several_shops');
    const secret = await t.ticket(await t.post({ password: 'sesame' }), { ticket: { mode: 'own', capacity: 2 } });
    expect(code(await c.start([{ ticketId: secret, quantity: 1 }]))).toBe('ticket_not_found');
    const opened = await c.start([{ ticketId: secret, quantity: 1 }], { password: 'sesame' });
    expect(opened.errors).toEqual([]);
    await c.cancel(opened.data.startCheckout.token);
    expect(code(await c.start(null))).toBe('cart_empty');
    expect(await t.stock(ticket)).toMatchObject({ available: 5, sold: 0 });
  });
});

describe('Checkout paid by hand', () => {
  it('keeps its prices and places until an organizer settles the order, in both shops', async () => {
    for (const provider of ['tc', 'tribe-commerce']) {
      const post = await t.post();
      const ticket = await t.ticket(post, { provider, price: '12.50', ticket: { mode: 'own', capacity: 5 } });
      const token = await c.named(ticket, 2);
      await t.edit(ticket, post, { name: 'Dearer', price: '20' });
      const done = (await c.complete(token, 'MANUAL')).data.completeCheckout;
      expect(done).toMatchObject({
        paymentUrl: null,
        checkout: { state: 'COMPLETED', gateway: 'MANUAL', total: { amount: '25.00' }, totalMinorUnits: 2500 },
      });
      const [one] = await c.attendees(ticket);
      const unpaid = provider === 'tc' ? 'PENDING' : 'PENDING_PAYMENT';
      expect(one.management.orderStatus).toBe(unpaid);
      expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 2, pending: 2 });
      minutes(60);
      await releasePlaces.run(site.site);
      setClock();
      expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 2, pending: 2 });
      const before = await mails('ticket');
      const { data } = await site.graphql(
        'mutation($id: Int!) { updateOrderStatus(id: $id, status: COMPLETED) { order { status gateway total { amount formatted currencyCode } totalMinorUnits states { status } attendees { name } } } }',
        { id: one.management.orderId },
        'administrator',
      );
      expect(data.updateOrderStatus.order).toMatchObject({
        status: 'COMPLETED',
        gateway: 'manual',
        totalMinorUnits: 2500,
        total: { amount: '25.00', formatted: '$25.00', currencyCode: 'USD' },
      });
      expect(await mails('ticket')).toBe(before + 2);
      expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 2, pending: 0 });
    }
  });

  it('requires an offered payment method', async () => {
    await t.setting('payment_gateways', []);
    const ticket = await sold();
    const token = await c.named(ticket);
    expect(code(await c.complete(token))).toBe('gateway_not_offered');
    await t.setting('payment_gateways', ['manual']);
    expect((await c.complete(token)).errors).toEqual([]);
  });

  it('is settled immediately if the tickets are free', async () => {
    const ticket = await sold({ price: '0' });
    expect((await c.complete(await c.named(ticket))).data.completeCheckout.checkout).toMatchObject({ gateway: null, totalMinorUnits: 0 });
    expect(await c.attendees(ticket)).toMatchObject([{ management: { orderStatus: 'COMPLETED' } }]);
  });
});
