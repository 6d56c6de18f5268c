import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { startStripe, type StripeProvider } from './stripe-provider.ts';
import { createCheckoutClient, code } from './support.ts';

let site: WholeSite;
let stripe: StripeProvider;
let ticketApi: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  stripe = await startStripe();
  site = await openWholeSite(stripe.environment);
  ticketApi = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterEach(() => {
  setClock();
  stripe.setUnreachable(false);
});
afterAll(async () => {
  await site.close();
  await stripe.close();
});

const advanceMinutes = (n: number) => setClock(createShiftedClock(n * 60_000));
const COMPLETED = 'checkout.session.completed';
const EXPIRED = 'checkout.session.expired';

/** Starts an order that is not paid yet. */
async function startOrder(quantity = 1, capacity = 3) {
  const ticket = await ticketApi.ticket(await ticketApi.post(), { price: '12.50', ticket: { mode: 'own', capacity } });
  const token = await shop.named(ticket, quantity);
  const { data, errors } = await shop.complete(token, 'STRIPE');
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const { orderUrl, paymentUrl } = data.completeCheckout;
  return { ticket, token, order: String(orderUrl).split('/').pop() ?? '', session: String(paymentUrl).split('/').pop() ?? '' };
}
const read = async (token: string) => {
  const source = `query($token: String!) { buyerOrder(token: $token) { state orderId paymentUrl refund { amount } tickets { attendeeId state } } }`;
  return (await site.graphql(source, { token })).data.buyerOrder;
};
const cancel = (token: string) =>
  site.graphql('mutation($token: String!) { cancelOrder(token: $token) { order { state refund { amount } } } }', { token });
const refundsOf = (session: string) =>
  stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${session}`).map(({ amount }) => amount);
const run = () => settlePayments.run(site.site);
const listMails = async () => {
  const source = '{ outgoingMailPage(perPage: 100) { nodes { kind message { subject } } } }';
  return (await site.graphql(source, {}, 'administrator')).data.outgoingMailPage.nodes.map(
    ({ kind, message }: { kind: string; message: { subject: string } | null }) => `${kind}: ${message?.subject}`,
  );
};

describe('Payment at Stripe', () => {
  it('gives its buyer the places once, despite repeated and forged messages', async () => {
    const { ticket, token, order, session } = await startOrder(2);
    expect(stripe.sessions.get(session)).toMatchObject({ amount_total: 2500, currency: 'usd' });
    expect((await shop.complete(token)).data.completeCheckout.paymentUrl).toBe(`https://checkout.stripe.test/${session}`);
    expect(await read(order)).toMatchObject({ state: 'PENDING', paymentUrl: `https://checkout.stripe.test/${session}` });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 1, pending: 2 });
    const message = stripe.message(COMPLETED, stripe.pay(session));
    const forged = stripe.message(COMPLETED, stripe.sessions.get(session)!, { secret: 'whsec_of_another_site' });
    expect(await stripe.deliver(site, forged)).toBe(400);
    expect(await stripe.deliver(site, { ...message, payload: message.payload.replace('2500', '1') })).toBe(400);
    expect((await read(order)).state).toBe('PENDING');
    expect(await Promise.all([stripe.deliver(site, message), stripe.deliver(site, message), stripe.deliver(site, message)])).toEqual([
      200, 200, 200,
    ]);
    expect(await read(order)).toMatchObject({
      state: 'CONFIRMED',
      paymentUrl: null,
      refund: { amount: '0.00' },
      tickets: [{ state: 'GOOD' }, { state: 'GOOD' }],
    });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 1, sold: 2, pending: 0 });
    expect((await listMails()).slice(0, 3).sort()).toEqual([
      'order: Your order: Post',
      'ticket: Your ticket: Post',
      'ticket: Your ticket: Post',
    ]);
    await run();
    expect(refundsOf(session)).toEqual([]);
  });

  it('is polled when its message is lost, and when the buyer returns before it', async () => {
    const lost = await startOrder();
    stripe.pay(lost.session);
    advanceMinutes(3);
    await run();
    expect((await read(lost.order)).state).toBe('CONFIRMED');
    setClock();
    const returning = await startOrder();
    stripe.pay(returning.session);
    const reply = await site.http.inject(`/payments/stripe/return?order=${returning.order}`);
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe(`/orders/${returning.order}`);
    expect((await read(returning.order)).state).toBe('CONFIRMED');
    expect((await site.http.inject('/payments/stripe/return?order=unknown')).headers.location).toBe('/');
  });

  it('releases its places when it is never made, even if Stripe reports the expiry twice', async () => {
    const { ticket, order, session } = await startOrder(2);
    advanceMinutes(39);
    await run();
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 1 });
    advanceMinutes(41);
    stripe.setUnreachable(true);
    await run();
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 1 });
    stripe.setUnreachable(false);
    advanceMinutes(44);
    await run();
    expect(stripe.sessions.get(session)?.status).toBe('expired');
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
    expect(await stripe.deliver(site, stripe.message(EXPIRED, stripe.sessions.get(session)!))).toBe(200);
    expect(await read(order)).toMatchObject({ state: 'CANCELLED', paymentUrl: null });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
  });

  it('gets its places back if it arrives late and they are still free, and is refunded otherwise', async () => {
    for (const isResold of [false, true]) {
      const { ticket, order, session } = await startOrder(2, 3);
      const open = { ...stripe.sessions.get(session)! };
      await stripe.deliver(site, stripe.message(EXPIRED, { ...open, status: 'expired' }));
      expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3 });
      if (isResold) await ticketApi.attendee(ticket).then(() => ticketApi.attendee(ticket));
      const paid = stripe.pay(session);
      for (const type of [COMPLETED, 'checkout.session.async_payment_succeeded', EXPIRED])
        await stripe.deliver(site, stripe.message(type, paid));
      expect(await read(order)).toMatchObject(
        isResold ? { state: 'CANCELLED', refund: { amount: '25.00' } } : { state: 'CONFIRMED', refund: { amount: '0.00' } },
      );
      expect(refundsOf(session)).toEqual(isResold ? [2500] : []);
      expect(await ticketApi.stock(ticket)).toMatchObject({ available: 1, sold: 2 });
      await run();
      expect(refundsOf(session)).toHaveLength(isResold ? 1 : 0);
    }
  });

  it('needs no place for an attendee who was removed before it arrives late', async () => {
    const { ticket, order, session } = await startOrder(2, 2);
    const [first] = (await read(order)).tickets;
    await site.graphql(
      'mutation($id: Int!) { removeAttendee(id: $id) { attendee { status } } }',
      { id: first.attendeeId },
      'administrator',
    );
    await stripe.deliver(site, stripe.message(EXPIRED, { ...stripe.sessions.get(session)!, status: 'expired' }));
    await ticketApi.attendee(ticket);
    await stripe.deliver(site, stripe.message(COMPLETED, stripe.pay(session)));
    expect(await read(order)).toMatchObject({ state: 'CONFIRMED', tickets: [{ state: 'VOID' }, { state: 'GOOD' }] });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 0, sold: 2 });
  });

  it('is refunded when the buyer cancels in parts, and when an organizer cancels the order', async () => {
    const { ticket, order, session } = await startOrder(3);
    const cancelTicket =
      'mutation($token: String!, $id: Int!) { cancelAttendance(token: $token, attendeeId: $id) { order { state refund { amount } } } }';
    const [first] = (await read(order)).tickets;
    expect(code(await site.graphql(cancelTicket, { token: order, id: first.attendeeId }))).toBe('payment_under_way');
    await stripe.deliver(site, stripe.message(COMPLETED, stripe.pay(session)));
    stripe.setUnreachable(true);
    await site.graphql(cancelTicket, { token: order, id: first.attendeeId });
    expect(refundsOf(session)).toEqual([]);
    stripe.setUnreachable(false);
    await run();
    expect(refundsOf(session)).toEqual([1250]);
    expect((await cancel(order)).data.cancelOrder.order).toEqual({ state: 'CANCELLED', refund: { amount: '37.50' } });
    expect(refundsOf(session)).toEqual([1250, 2500]);
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
    const cancelledTwice = await startOrder(3);
    await stripe.deliver(site, stripe.message(COMPLETED, stripe.pay(cancelledTwice.session)));
    const [firstTicket] = (await read(cancelledTwice.order)).tickets;
    stripe.setUnreachable(true);
    await site.graphql(cancelTicket, { token: cancelledTwice.order, id: firstTicket.attendeeId });
    await cancel(cancelledTwice.order);
    stripe.setUnreachable(false);
    await run();
    expect(refundsOf(cancelledTwice.session)).toEqual([1250, 2500]);
    const cancelledByOrganizer = await startOrder();
    await stripe.deliver(site, stripe.message(COMPLETED, stripe.pay(cancelledByOrganizer.session)));
    const { orderId } = await read(cancelledByOrganizer.order);
    const refund = 'mutation($id: Int!) { updateOrderStatus(id: $id, status: REFUNDED) { order { status } } }';
    await site.graphql(refund, { id: orderId }, 'administrator');
    await Promise.all([run(), run()]);
    await run();
    expect(refundsOf(cancelledByOrganizer.session)).toEqual([1250]);
  });

  it('cannot be made for a cancelled order; a payment made just before is refunded', async () => {
    const { order, session } = await startOrder();
    await cancel(order);
    expect(stripe.sessions.get(session)?.status).toBe('expired');
    const paidBefore = await startOrder();
    const paid = stripe.pay(paidBefore.session);
    await cancel(paidBefore.order);
    expect((await read(paidBefore.order)).state).toBe('CANCELLED');
    // it is refunded before the message arrives, and the message does not refund it again
    expect(refundsOf(paidBefore.session)).toEqual([1250]);
    await stripe.deliver(site, stripe.message(COMPLETED, paid));
    expect(refundsOf(paidBefore.session)).toEqual([1250]);
    expect(await read(paidBefore.order)).toMatchObject({ state: 'CANCELLED', refund: { amount: '12.50' } });
    const cancelledOffline = await startOrder();
    stripe.setUnreachable(true);
    await cancel(cancelledOffline.order);
    stripe.pay(cancelledOffline.session);
    stripe.setUnreachable(false);
    advanceMinutes(3);
    await run();
    expect(refundsOf(cancelledOffline.session)).toEqual([1250]);
  });

  it('is started later if Stripe is unreachable, while the order and its places already exist', async () => {
    const ticket = await ticketApi.ticket(await ticketApi.post(), { price: '12.50', ticket: { mode: 'own', capacity: 3 } });
    const token = await shop.named(ticket);
    stripe.setUnreachable(true);
    expect(code(await shop.complete(token, 'STRIPE'))).toBe('payment_unavailable');
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 2, pending: 1 });
    stripe.setUnreachable(false);
    expect((await shop.complete(token)).data.completeCheckout.paymentUrl).toMatch(/^https:\/\/checkout\.stripe\.test\//);
    expect(await shop.attendees(ticket)).toHaveLength(1);
  });

  it('ignores the messages of another site with the same account', async () => {
    const ticket = await ticketApi.ticket(await ticketApi.post(), { price: '12.50', ticket: { mode: 'own', capacity: 3 } });
    const token = await shop.named(ticket);
    stripe.setUnreachable(true);
    await shop.complete(token, 'STRIPE');
    const { id } = await site.site.db.prisma.payment.findFirstOrThrow({ orderBy: { id: 'desc' } });
    const [foreignSession] = stripe.sessions.values();
    for (const clientReference of [String(id), `${id}-0123456789abcdef0123`])
      await stripe.deliver(
        site,
        stripe.message(COMPLETED, {
          ...(foreignSession as NonNullable<typeof foreignSession>),
          id: 'cs_of_another_site',
          status: 'complete',
          payment_status: 'paid',
          amount_total: 1250,
          client_reference_id: clientReference,
        }),
      );
    expect(await site.site.db.prisma.payment.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'open', reference: null });
  });

  it('is not refunded again after a refund on Stripe’s own pages', async () => {
    const { order, session } = await startOrder();
    await stripe.deliver(site, stripe.message(COMPLETED, stripe.pay(session)));
    stripe.refundedByHand.add(`pi_${session}`);
    await cancel(order);
    const before = stripe.requests.length;
    await run();
    expect(stripe.requests.slice(before)).not.toContain('POST /v1/refunds');
  });

  it('reverses and credits the order after a chargeback, without a refund', async () => {
    await ticketApi.setting('seller_name', 'Concerts Ltd');
    const { ticket, order, session } = await startOrder(2);
    await stripe.deliver(site, stripe.message(COMPLETED, stripe.pay(session)));
    const dispute = { object: 'dispute', payment_intent: `pi_${session}`, amount: 2500, currency: 'usd', status: 'won' };
    expect(await stripe.deliver(site, stripe.message('charge.dispute.closed', dispute))).toBe(200);
    expect((await read(order)).state).toBe('CONFIRMED');
    const lost = stripe.message('charge.dispute.closed', { ...dispute, status: 'lost' });
    expect(await Promise.all([stripe.deliver(site, lost), stripe.deliver(site, lost)])).toEqual([200, 200]);
    expect(await read(order)).toMatchObject({ state: 'CANCELLED', refund: { amount: '0.00' } });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
    await run();
    expect(refundsOf(session)).toEqual([]);
    const { data } = await site.graphql(`{ buyerOrder(token: "${order}") { receipts { kind total { amount } } } }`);
    expect(data.buyerOrder.receipts).toEqual([
      { kind: 'RECEIPT', total: { amount: '25.00' } },
      { kind: 'CREDIT_NOTE', total: { amount: '25.00' } },
    ]);
    await ticketApi.setting('seller_name', '');
  });

  it('gives no place and is refunded if its amount is wrong', async () => {
    const { order, session } = await startOrder();
    await stripe.deliver(site, stripe.message(COMPLETED, { ...stripe.pay(session), amount_total: 100 }));
    expect(refundsOf(session)).toEqual([100]);
    expect((await read(order)).state).toBe('CANCELLED');
  });
});
