import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, shiftedBy } from '../../src/core/time/clock.ts';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';
import { startStripe, type StripeProvider } from './stripe-provider.ts';
import { checkouts, code } from './support.ts';

let site: WholeSite;
let stripe: StripeProvider;
let t: ReturnType<typeof ticketing>;
let c: ReturnType<typeof checkouts>;
beforeAll(async () => {
  stripe = await startStripe();
  site = await openWholeSite(stripe.environment);
  t = ticketing(site);
  c = checkouts(site);
});
afterEach(() => {
  setClock();
  stripe.away(false);
});
afterAll(async () => {
  await site.close();
  await stripe.close();
});

const minutes = (n: number) => setClock(shiftedBy(n * 60_000));
const COMPLETED = 'checkout.session.completed';
const EXPIRED = 'checkout.session.expired';

/** Starts an order that is not paid yet. */
async function beginOrder(quantity = 1, capacity = 3) {
  const ticket = await t.ticket(await t.post(), { price: '12.50', ticket: { mode: 'own', capacity } });
  const token = await c.named(ticket, quantity);
  const { data, errors } = await c.complete(token, 'STRIPE');
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
const refunded = (session: string) =>
  stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${session}`).map(({ amount }) => amount);
const run = () => settlePayments.run(site.site);
const mails = async () => {
  const source = '{ outgoingMailPage(perPage: 100) { nodes { kind message { subject } } } }';
  return (await site.graphql(source, {}, 'administrator')).data.outgoingMailPage.nodes.map(
    ({ kind, message }: { kind: string; message: { subject: string } | null }) => `${kind}: ${message?.subject}`,
  );
};

describe('Payment at Stripe', () => {
  it('seats its buyer once despite repeated and forged messages', async () => {
    const { ticket, token, order, session } = await beginOrder(2);
    expect(stripe.sessions.get(session)).toMatchObject({ amount_total: 2500, currency: 'usd' });
    expect((await c.complete(token)).data.completeCheckout.paymentUrl).toBe(`https://checkout.stripe.test/${session}`);
    expect(await read(order)).toMatchObject({ state: 'PENDING', paymentUrl: `https://checkout.stripe.test/${session}` });
    expect(await t.stock(ticket)).toMatchObject({ available: 1, pending: 2 });
    const message = stripe.message(COMPLETED, stripe.pay(session));
    const forged = stripe.message(COMPLETED, stripe.sessions.get(session)!, { secret: 'whsec_of_somebody' });
    expect(await stripe.tell(site, forged)).toBe(400);
    expect(await stripe.tell(site, { ...message, payload: message.payload.replace('2500', '1') })).toBe(400);
    expect((await read(order)).state).toBe('PENDING');
    expect(await Promise.all([stripe.tell(site, message), stripe.tell(site, message), stripe.tell(site, message)])).toEqual([
      200, 200, 200,
    ]);
    expect(await read(order)).toMatchObject({
      state: 'CONFIRMED',
      paymentUrl: null,
      refund: { amount: '0.00' },
      tickets: [{ state: 'GOOD' }, { state: 'GOOD' }],
    });
    expect(await t.stock(ticket)).toMatchObject({ available: 1, sold: 2, pending: 0 });
    expect((await mails()).slice(0, 3).sort()).toEqual([
      'order: Your order: Post',
      'ticket: Your ticket: Post',
      'ticket: Your ticket: Post',
    ]);
    await run();
    expect(refunded(session)).toEqual([]);
  });

  it('is polled when its message is lost, and when the buyer returns before it', async () => {
    const lost = await beginOrder();
    stripe.pay(lost.session);
    minutes(3);
    await run();
    expect((await read(lost.order)).state).toBe('CONFIRMED');
    setClock();
    const back = await beginOrder();
    stripe.pay(back.session);
    const reply = await site.http.inject(`/payments/stripe/return?order=${back.order}`);
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe(`/orders/${back.order}`);
    expect((await read(back.order)).state).toBe('CONFIRMED');
    expect((await site.http.inject('/payments/stripe/return?order=nobody')).headers.location).toBe('/');
  });

  it('that is never made releases its places, even if Stripe reports the expiry twice', async () => {
    const { ticket, order, session } = await beginOrder(2);
    minutes(39);
    await run();
    expect(await t.stock(ticket)).toMatchObject({ available: 1 });
    minutes(41);
    stripe.away(true);
    await run();
    expect(await t.stock(ticket)).toMatchObject({ available: 1 });
    stripe.away(false);
    minutes(44);
    await run();
    expect(stripe.sessions.get(session)?.status).toBe('expired');
    expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
    expect(await stripe.tell(site, stripe.message(EXPIRED, stripe.sessions.get(session)!))).toBe(200);
    expect(await read(order)).toMatchObject({ state: 'CANCELLED', paymentUrl: null });
    expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
  });

  it('that arrives after its places were released is seated if possible, otherwise refunded', async () => {
    for (const isTaken of [false, true]) {
      const { ticket, order, session } = await beginOrder(2, 3);
      const open = { ...stripe.sessions.get(session)! };
      await stripe.tell(site, stripe.message(EXPIRED, { ...open, status: 'expired' }));
      expect(await t.stock(ticket)).toMatchObject({ available: 3 });
      if (isTaken) await t.attendee(ticket).then(() => t.attendee(ticket));
      const paid = stripe.pay(session);
      for (const type of [COMPLETED, 'checkout.session.async_payment_succeeded', EXPIRED])
        await stripe.tell(site, stripe.message(type, paid));
      expect(await read(order)).toMatchObject(
        isTaken ? { state: 'CANCELLED', refund: { amount: '25.00' } } : { state: 'CONFIRMED', refund: { amount: '0.00' } },
      );
      expect(refunded(session)).toEqual(isTaken ? [2500] : []);
      expect(await t.stock(ticket)).toMatchObject({ available: 1, sold: 2 });
      await run();
      expect(refunded(session)).toHaveLength(isTaken ? 1 : 0);
    }
  });

  it('is refunded when the buyer cancels in parts, and when an organizer cancels the order', async () => {
    const { ticket, order, session } = await beginOrder(3);
    const one =
      'mutation($token: String!, $id: Int!) { cancelAttendance(token: $token, attendeeId: $id) { order { state refund { amount } } } }';
    const [first] = (await read(order)).tickets;
    expect(code(await site.graphql(one, { token: order, id: first.attendeeId }))).toBe('payment_under_way');
    await stripe.tell(site, stripe.message(COMPLETED, stripe.pay(session)));
    stripe.away(true);
    await site.graphql(one, { token: order, id: first.attendeeId });
    expect(refunded(session)).toEqual([]);
    stripe.away(false);
    await run();
    expect(refunded(session)).toEqual([1250]);
    expect((await cancel(order)).data.cancelOrder.order).toEqual({ state: 'CANCELLED', refund: { amount: '37.50' } });
    expect(refunded(session)).toEqual([1250, 2500]);
    expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
    const twice = await beginOrder(3);
    await stripe.tell(site, stripe.message(COMPLETED, stripe.pay(twice.session)));
    const [last] = (await read(twice.order)).tickets;
    stripe.away(true);
    await site.graphql(one, { token: twice.order, id: last.attendeeId });
    await cancel(twice.order);
    stripe.away(false);
    await run();
    expect(refunded(twice.session)).toEqual([1250, 2500]);
    const taken = await beginOrder();
    await stripe.tell(site, stripe.message(COMPLETED, stripe.pay(taken.session)));
    const { orderId } = await read(taken.order);
    const back = 'mutation($id: Int!) { updateOrderStatus(id: $id, status: REFUNDED) { order { status } } }';
    await site.graphql(back, { id: orderId }, 'administrator');
    await Promise.all([run(), run()]);
    await run();
    expect(refunded(taken.session)).toEqual([1250]);
  });

  it('of a cancelled order cannot be made; a payment made just before is refunded', async () => {
    const { order, session } = await beginOrder();
    await cancel(order);
    expect(stripe.sessions.get(session)?.status).toBe('expired');
    const faster = await beginOrder();
    const paid = stripe.pay(faster.session);
    await cancel(faster.order);
    expect((await read(faster.order)).state).toBe('CANCELLED');
    // with or without its message
    expect(refunded(faster.session)).toEqual([1250]);
    await stripe.tell(site, stripe.message(COMPLETED, paid));
    expect(refunded(faster.session)).toEqual([1250]);
    expect(await read(faster.order)).toMatchObject({ state: 'CANCELLED', refund: { amount: '12.50' } });
    const unreached = await beginOrder();
    stripe.away(true);
    await cancel(unreached.order);
    stripe.pay(unreached.session);
    stripe.away(false);
    minutes(3);
    await run();
    expect(refunded(unreached.session)).toEqual([1250]);
  });

  it('that Stripe cannot start is started later; the order and its places exist meanwhile', async () => {
    const ticket = await t.ticket(await t.post(), { price: '12.50', ticket: { mode: 'own', capacity: 3 } });
    const token = await c.named(ticket);
    stripe.away(true);
    expect(code(await c.complete(token, 'STRIPE'))).toBe('payment_unavailable');
    expect(await t.stock(ticket)).toMatchObject({ available: 2, pending: 1 });
    stripe.away(false);
    expect((await c.complete(token)).data.completeCheckout.paymentUrl).toMatch(/^https:\/\/checkout\.stripe\.test\//);
    expect(await c.attendees(ticket)).toHaveLength(1);
  });

  it('ignores the messages of another site with the same account', async () => {
    const ticket = await t.ticket(await t.post(), { price: '12.50', ticket: { mode: 'own', capacity: 3 } });
    const token = await c.named(ticket);
    stripe.away(true);
    await c.complete(token, 'STRIPE');
    const { id } = await site.site.db.prisma.payment.findFirstOrThrow({ orderBy: { id: 'desc' } });
    const [theirs] = stripe.sessions.values();
    for (const said of [String(id), `${id}-0123456789abcdef0123`])
      await stripe.tell(
        site,
        stripe.message(COMPLETED, {
          ...(theirs as NonNullable<typeof theirs>),
          id: 'cs_of_another_site',
          status: 'complete',
          payment_status: 'paid',
          amount_total: 1250,
          client_reference_id: said,
        }),
      );
    expect(await site.site.db.prisma.payment.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'open', reference: null });
  });

  it('that was refunded at Stripe itself is not refunded again', async () => {
    const { order, session } = await beginOrder();
    await stripe.tell(site, stripe.message(COMPLETED, stripe.pay(session)));
    stripe.givenBack.add(`pi_${session}`);
    await cancel(order);
    const before = stripe.asked.length;
    await run();
    expect(stripe.asked.slice(before)).not.toContain('POST /v1/refunds');
  });

  it('reverses and credits the order after a chargeback, without a refund', async () => {
    await t.setting('seller_name', 'Concerts Ltd');
    const { ticket, order, session } = await beginOrder(2);
    await stripe.tell(site, stripe.message(COMPLETED, stripe.pay(session)));
    const dispute = { object: 'dispute', payment_intent: `pi_${session}`, amount: 2500, currency: 'usd', status: 'won' };
    expect(await stripe.tell(site, stripe.message('charge.dispute.closed', dispute))).toBe(200);
    expect((await read(order)).state).toBe('CONFIRMED');
    const lost = stripe.message('charge.dispute.closed', { ...dispute, status: 'lost' });
    expect(await Promise.all([stripe.tell(site, lost), stripe.tell(site, lost)])).toEqual([200, 200]);
    expect(await read(order)).toMatchObject({ state: 'CANCELLED', refund: { amount: '0.00' } });
    expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
    await run();
    expect(refunded(session)).toEqual([]);
    const { data } = await site.graphql(`{ buyerOrder(token: "${order}") { receipts { kind total { amount } } } }`);
    expect(data.buyerOrder.receipts).toEqual([
      { kind: 'RECEIPT', total: { amount: '25.00' } },
      { kind: 'CREDIT_NOTE', total: { amount: '25.00' } },
    ]);
    await t.setting('seller_name', '');
  });

  it('of another amount seats nobody and is refunded', async () => {
    const { order, session } = await beginOrder();
    await stripe.tell(site, stripe.message(COMPLETED, { ...stripe.pay(session), amount_total: 100 }));
    expect(refunded(session)).toEqual([100]);
    expect((await read(order)).state).toBe('CANCELLED');
  });
});
