import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { releasePlaces } from '../../src/domains/tickets/tickets.jobs.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { createCheckoutClient, code } from './support.ts';

let site: WholeSite;
let ticketApi: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  site = await openWholeSite();
  ticketApi = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterEach(() => setClock());
afterAll(() => site.close());

const advanceMinutes = (n: number) => setClock(createShiftedClock(n * 60_000));
const buyer = { fullName: 'Ann Buyer', email: 'ann@example.org' };
const createRsvp = async (fields: Record<string, unknown> = {}) =>
  ticketApi.ticket(await ticketApi.post(), { provider: 'rsvp', price: '', ticket: { capacity: 5, not_going: true }, ...fields });
const createPaidTicket = async (fields: Record<string, unknown> = {}) =>
  ticketApi.ticket(await ticketApi.post(), { price: '12.50', ticket: { mode: 'own', capacity: 5 }, ...fields });
const countMails = (kind: 'order' | 'ticket') => site.site.db.prisma.outgoingMail.count({ where: { kind } });

describe('Checkout without payment', () => {
  it('turns held places into attendees with mailed tickets, and returns the same result if it is repeated', async () => {
    const ticket = await createRsvp();
    const started = await shop.start([{ ticketId: ticket, quantity: 1 }]);
    const { token, url, checkout } = started.data.startCheckout;
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
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 4, pending: 1 });
    expect((await shop.complete(token)).errors[0]?.extensions['params']).toEqual({
      'buyer.fullName': 'Enter a name.',
      'buyer.email': 'Enter an email address.',
    });
    expect((await shop.update(token, { buyer })).data.updateCheckout.checkout).toMatchObject({ buyerName: 'Ann Buyer', state: 'OPEN' });
    const before = await countMails('ticket');
    const completed = await shop.complete(token);
    expect(completed.data.completeCheckout.checkout).toMatchObject({ state: 'COMPLETED', secondsLeft: 0 });
    expect(completed.data.completeCheckout.orderUrl).toMatch(/\/orders\/[0-9a-z]+-[0-9a-f]{32}$/);
    expect((await shop.complete(token)).data).toEqual(completed.data);
    expect(await shop.attendees(ticket)).toMatchObject([
      { name: 'Ann Buyer', management: { orderStatus: 'YES', email: 'ann@example.org' } },
    ]);
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 4, sold: 1, pending: 0 });
    expect(await countMails('ticket')).toBe(before + 1);
    expect(code(await shop.cancel(token))).toBe('checkout_completed');
    expect(code(await shop.update(token, { buyer }))).toBe('checkout_completed');
  });

  it('has the names of the guests, and the buyer represents them and receives the mail', async () => {
    const ticket = await createRsvp();
    const token = await shop.named(ticket, 3);
    const guests = [{ ticketId: ticket, fullName: ' Bob ', email: 'bob@example.org', extra: { meal: 'none' } }];
    expect((await shop.update(token, { guests })).data.updateCheckout.checkout.guests).toEqual([
      { ticketId: ticket, fullName: 'Bob', email: 'bob@example.org', extra: { meal: 'none' } },
    ]);
    const before = await countMails('order');
    await shop.complete(token);
    expect((await shop.attendees(ticket)).map(({ name }: { name: string }) => name).sort()).toEqual(['Ann Buyer', 'Ann Buyer', 'Bob']);
    expect(await countMails('order')).toBe(before + 1);
    expect((await shop.read(token)).data.checkout).toMatchObject({ guests: [], state: 'COMPLETED' });
  });

  it('reports all invalid arguments with their paths at once, and changes nothing', async () => {
    const ticket = await createRsvp();
    const token = await shop.named(ticket);
    const guests = [
      { ticketId: ticket, fullName: '', email: 'nobody' },
      { ticketId: ticket, fullName: 'Second', email: 'second@example.org' },
    ];
    const refusal = await shop.update(token, { buyer: { fullName: 'x'.repeat(251), email: 'also wrong' }, guests });
    expect(Object.keys(refusal.errors[0]?.extensions['params'] as object).sort()).toEqual([
      'buyer.email',
      'buyer.fullName',
      'guests.0.email',
      'guests.0.fullName',
      'guests.1.ticketId',
    ]);
    expect(refusal.errors[0]?.extensions['details']).toMatchObject({
      'buyer.fullName': { code: 'name_too_long' },
      'guests.0.email': { code: 'email_malformed' },
      'guests.1.ticketId': { code: 'place_not_reserved' },
    });
    expect((await shop.read(token)).data.checkout).toMatchObject({ buyerName: 'Ann Buyer', guests: [] });
    expect(code(await shop.read('nothing'))).toBe('checkout_not_found');
  });

  it('releases its places when it is cancelled, even repeatedly, and when it expires', async () => {
    const ticket = await createRsvp();
    const token = await shop.named(ticket, 2);
    expect((await shop.cancel(token)).data.cancelCheckout.checkout.state).toBe('CANCELLED');
    expect((await shop.cancel(token)).data.cancelCheckout.checkout.state).toBe('CANCELLED');
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 5, sold: 0 });
    expect(code(await shop.complete(token))).toBe('checkout_cancelled');
    const expired = await shop.named(ticket, 2);
    advanceMinutes(16);
    expect(code(await shop.complete(expired))).toBe('checkout_expired');
    await releasePlaces.run(site.site);
    expect((await shop.read(expired)).data.checkout).toMatchObject({ state: 'EXPIRED', secondsLeft: 0 });
    expect(code(await shop.update(expired, { buyer }))).toBe('checkout_expired');
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 5, sold: 0 });
  });

  it('returns the same checkout for the same key, also at the same moment', async () => {
    const ticket = await createRsvp();
    const requestKey = 'a key of the client';
    const lines = [{ ticketId: ticket, quantity: 2 }];
    const replies = await Promise.all([shop.start(lines, { requestKey }), shop.start(lines, { requestKey })]);
    replies.push(await shop.start(lines, { requestKey }));
    expect(new Set(replies.map(({ data }) => data.startCheckout.token)).size).toBe(1);
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3 });
    expect((await shop.start(lines, { requestKey: 'short' })).errors[0]?.extensions['params']).toHaveProperty('requestKey');
    await shop.cancel(replies[0]?.data.startCheckout.token);
  });

  it('creates attendees once for simultaneous completions, and lets a simultaneous cancellation either fail or succeed completely', async () => {
    const ticket = await createRsvp({ ticket: { capacity: 20 } });
    const token = await shop.named(ticket, 2);
    const replies = await Promise.all([shop.complete(token), shop.cancel(token), shop.complete(token), shop.complete(token)]);
    const isCompleted = (await shop.read(token)).data.checkout.state === 'COMPLETED';
    expect(await shop.attendees(ticket)).toHaveLength(isCompleted ? 2 : 0);
    expect(replies.filter(({ errors }) => errors.length === 0)).toHaveLength(isCompleted ? 3 : 1);
    expect((await ticketApi.stock(ticket)).sold).toBe(isCompleted ? 2 : 0);
  });
});

describe('Unavailable tickets', () => {
  it('are refused with a code, and nothing is held', async () => {
    const ticket = await createPaidTicket();
    expect(code(await shop.start([{ ticketId: ticket, quantity: 6 }]))).toBe('insufficient_stock');
    expect(code(await shop.start([{ ticketId: ticket, quantity: 101 }]))).toBe('purchase_limit');
    expect(code(await shop.start([{ ticketId: await createPaidTicket({ start_date: '2099-01-01' }), quantity: 1 }]))).toBe(
      'ticket_not_on_sale',
    );
    const other = await createPaidTicket({ provider: 'tribe-commerce' });
    const lines = [ticket, other].map((ticketId) => ({ ticketId, quantity: 1 }));
    expect(code(await shop.start(lines))).toBe('several_shops');
    const secret = await ticketApi.ticket(await ticketApi.post({ password: 'sesame' }), { ticket: { mode: 'own', capacity: 2 } });
    expect(code(await shop.start([{ ticketId: secret, quantity: 1 }]))).toBe('ticket_not_found');
    const opened = await shop.start([{ ticketId: secret, quantity: 1 }], { password: 'sesame' });
    expect(opened.errors).toEqual([]);
    await shop.cancel(opened.data.startCheckout.token);
    expect(code(await shop.start(null))).toBe('cart_empty');
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 5, sold: 0 });
  });
});

describe('Checkout with a manual payment', () => {
  it('keeps its prices and places until an organizer settles the order, in both shops', async () => {
    for (const provider of ['tc', 'tribe-commerce']) {
      const post = await ticketApi.post();
      const ticket = await ticketApi.ticket(post, { provider, price: '12.50', ticket: { mode: 'own', capacity: 5 } });
      const token = await shop.named(ticket, 2);
      await ticketApi.edit(ticket, post, { name: 'More expensive', price: '20' });
      const completed = (await shop.complete(token, 'MANUAL')).data.completeCheckout;
      expect(completed).toMatchObject({
        paymentUrl: null,
        checkout: { state: 'COMPLETED', gateway: 'MANUAL', total: { amount: '25.00' }, totalMinorUnits: 2500 },
      });
      const [attendee] = await shop.attendees(ticket);
      const unpaidStatus = provider === 'tc' ? 'PENDING' : 'PENDING_PAYMENT';
      expect(attendee.management.orderStatus).toBe(unpaidStatus);
      expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, sold: 2, pending: 2 });
      advanceMinutes(60);
      await releasePlaces.run(site.site);
      setClock();
      expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, sold: 2, pending: 2 });
      const before = await countMails('ticket');
      const { data } = await site.graphql(
        'mutation($id: Int!) { updateOrderStatus(id: $id, status: COMPLETED) { order { status gateway total { amount formatted currencyCode } totalMinorUnits states { status } attendees { name } } } }',
        { id: attendee.management.orderId },
        'administrator',
      );
      expect(data.updateOrderStatus.order).toMatchObject({
        status: 'COMPLETED',
        gateway: 'manual',
        totalMinorUnits: 2500,
        total: { amount: '25.00', formatted: '$25.00', currencyCode: 'USD' },
      });
      expect(await countMails('ticket')).toBe(before + 2);
      expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, sold: 2, pending: 0 });
    }
  });

  it('requires an offered payment method', async () => {
    await ticketApi.setting('payment_gateways', []);
    const ticket = await createPaidTicket();
    const token = await shop.named(ticket);
    expect(code(await shop.complete(token))).toBe('gateway_not_offered');
    await ticketApi.setting('payment_gateways', ['manual']);
    expect((await shop.complete(token)).errors).toEqual([]);
  });

  it('is settled immediately if the tickets are free', async () => {
    const ticket = await createPaidTicket({ price: '0' });
    expect((await shop.complete(await shop.named(ticket))).data.completeCheckout.checkout).toMatchObject({
      gateway: null,
      totalMinorUnits: 0,
    });
    expect(await shop.attendees(ticket)).toMatchObject([{ management: { orderStatus: 'COMPLETED' } }]);
  });
});
