import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { type GraphqlResponse, openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { makeEvent } from '../support/event.ts';
import { readNonce, signInStaff, readFormValues } from '../organize/support.ts';
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
afterEach(() => stripe.setUnreachable(false));
afterAll(async () => {
  await site.close();
  await stripe.close();
});

const ORDER_FIELDS = 'databaseId status refundDue { amount } refunded { amount } refundRefusal refunds { amount { amount } gateway note }';
const manage = (source: string, variables: Record<string, unknown> = {}) => site.graphql(source, variables, 'administrator');

async function buy(gateway: string, quantity = 2) {
  const { id: event } = await makeEvent(site);
  const ticket = await ticketApi.ticket(Number(event), { price: '12.50', ticket: { mode: 'own', capacity: 5 } });
  const token = await shop.named(ticket, quantity);
  const { data } = await shop.complete(token, gateway);
  const attendees = await shop.attendees(ticket);
  const { orderUrl, paymentUrl } = data.completeCheckout;
  return {
    ticket,
    id: Number(attendees[0].management.orderId),
    attendee: Number(attendees[0].databaseId),
    page: String(orderUrl).split('/').pop() ?? '',
    session: String(paymentUrl).split('/').pop() ?? '',
  };
}
/** Creates an order that was paid in cash. */
async function createOrderPaidByHand(quantity = 2) {
  const order = await buy('MANUAL', quantity);
  expect((await manage(`mutation { markOrderPaid(id: ${order.id}) { order { status } } }`)).errors).toEqual([]);
  return order;
}
async function createOrderPaidOnline(quantity = 2) {
  const order = await buy('STRIPE', quantity);
  await stripe.deliver(site, stripe.message('checkout.session.completed', stripe.pay(order.session)));
  return order;
}
const read = async (id: number) => (await manage(`{ order(id: ${id}) { ${ORDER_FIELDS} } }`)).data.order;
const refund = (id: number, amount?: string) =>
  manage(`mutation($amount: Decimal) { refundOrder(id: ${id}, amount: $amount) { order { ${ORDER_FIELDS} } } }`, { amount });
const recordRefund = (id: number, amount?: string, note?: string) =>
  manage(
    `mutation($amount: Decimal, $note: String) { recordManualRefund(id: ${id}, amount: $amount, note: $note) { order { ${ORDER_FIELDS} } } }`,
    { amount, note },
  );
const stripeRefunds = (session: string) =>
  stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${session}`).map(({ amount }) => amount);

describe('Order paid in cash', () => {
  it.each<[string, (order: { id: number; page: string }) => Promise<GraphqlResponse>]>([
    ['its organizer', ({ id }) => manage(`mutation { cancelOrderForBuyer(id: ${id}) { order { status } } }`)],
    ['its buyer', ({ page }) => site.graphql(`mutation { cancelOrder(token: "${page}") { order { state } } }`)],
    ['a change of its status', ({ id }) => manage(`mutation { updateOrderStatus(id: ${id}, status: REFUNDED) { order { status } } }`)],
  ])('has a refund due, once, after cancellation by %s', async (_actor, cancel) => {
    const order = await createOrderPaidByHand();
    expect((await cancel(order)).errors).toEqual([]);
    await cancel(order);
    await settlePayments.run(site.site);
    expect(await read(order.id)).toMatchObject({ refundDue: { amount: '25.00' }, refunded: { amount: '0.00' }, refunds: [] });
  });

  it('has nothing due if it was not paid', async () => {
    const order = await buy('MANUAL');
    await manage(`mutation { cancelOrderForBuyer(id: ${order.id}) { order { status } } }`);
    expect(await read(order.id)).toMatchObject({ refundDue: { amount: '0.00' } });
    expect(code(await refund(order.id))).toBe('nothing_to_refund');
    expect(code(await recordRefund(order.id))).toBe('no_refund_due');
  });

  it('is refunded in parts, which are paid manually and recorded', async () => {
    const order = await createOrderPaidByHand();
    await manage(`mutation { cancelAttendeeForBuyer(id: ${order.attendee}) { attendee { databaseId } } }`);
    expect(await read(order.id)).toMatchObject({ status: 'COMPLETED', refundDue: { amount: '12.50' } });
    expect(code(await refund(order.id, '12.51'))).toBe('invalid_arguments');
    expect((await refund(order.id, '2.50')).data.refundOrder.order).toMatchObject({ refundDue: { amount: '15.00' } });
    expect(code(await recordRefund(order.id, '15.01'))).toBe('invalid_arguments');
    expect(code(await recordRefund(order.id, '0'))).toBe('invalid_arguments');
    expect((await recordRefund(order.id, '5', 'Receipt 7')).errors).toEqual([]);
    expect((await recordRefund(order.id)).errors).toEqual([]);
    expect(await read(order.id)).toMatchObject({
      refundDue: { amount: '0.00' },
      refunded: { amount: '15.00' },
      refunds: [
        { amount: { amount: '5.00' }, gateway: 'manual', note: 'Receipt 7' },
        { amount: { amount: '10.00' }, gateway: 'manual', note: '' },
      ],
    });
    const audit = await manage('{ auditEntries(subject: "refund", first: 1) { nodes { action after } } }');
    expect(audit.data.auditEntries.nodes[0]).toMatchObject({ action: 'INSERT', after: { amount_minor: 1000 } });
  });

  it('refunds at most the due amount when several organizers record it at once', async () => {
    const order = await createOrderPaidByHand();
    await refund(order.id, '10');
    const replies = await Promise.all([recordRefund(order.id, '6'), recordRefund(order.id, '6'), recordRefund(order.id, '6')]);
    expect(replies.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(await read(order.id)).toMatchObject({ refundDue: { amount: '4.00' }, refunded: { amount: '6.00' } });
  });
});

describe('Order paid at Stripe', () => {
  it('is refunded at Stripe, first a part and then the remaining amount, and not manually', async () => {
    const order = await createOrderPaidOnline();
    expect((await refund(order.id, '3.25')).data.refundOrder.order).toMatchObject({
      status: 'COMPLETED',
      refundDue: { amount: '0.00' },
      refunds: [{ amount: { amount: '3.25' }, gateway: 'stripe' }],
    });
    stripe.setUnreachable(true);
    await manage(`mutation { cancelOrderForBuyer(id: ${order.id}) { order { status } } }`);
    expect(code(await recordRefund(order.id))).toBe('refund_by_provider');
    stripe.setUnreachable(false);
    await settlePayments.run(site.site);
    await settlePayments.run(site.site);
    expect(stripeRefunds(order.session)).toEqual([325, 2175]);
    expect(await read(order.id)).toMatchObject({ refundDue: { amount: '0.00' }, refunded: { amount: '25.00' } });
  });

  it('is refunded manually if Stripe refuses', async () => {
    const order = await createOrderPaidOnline();
    stripe.refusedRefunds.add(`pi_${order.session}`);
    expect((await refund(order.id, '5')).data.refundOrder.order).toMatchObject({
      refundDue: { amount: '5.00' },
      refundRefusal: 'This charge is too old to be refunded.',
    });
    const requestCount = stripe.requests.length;
    await settlePayments.run(site.site);
    expect(stripe.requests).toHaveLength(requestCount);
    expect((await recordRefund(order.id)).data.recordManualRefund.order).toMatchObject({
      refunds: [{ gateway: 'manual', amount: { amount: '5.00' } }],
    });
    expect(stripeRefunds(order.session)).toEqual([]);
  });
});

describe('Page of the orders of an event', () => {
  const openOrders = async (order: { ticket: number }) => {
    const { postId } = await site.site.db.prisma.ticket.findUniqueOrThrow({ where: { id: order.ticket }, select: { postId: true } });
    const browser = await signInStaff(site, 'administrator');
    const path = `/organize/events/${postId}/orders`;
    return { browser, path, nonce: await readNonce(browser, path) };
  };

  it.each<[string, (session: string) => unknown, RegExp, RegExp]>([
    ['refunds', () => null, /The payment provider has refunded the amount/, /\$5\.00 refunded\. \$5\.00 by the payment provider, \w+ \d/],
    [
      'cannot be reached',
      () => stripe.setUnreachable(true),
      /The refund is pending/,
      /Refund due: \$5\.00\. Pending: the payment provider/,
    ],
    [
      'refuses',
      (session) => stripe.refusedRefunds.add(`pi_${session}`),
      /The payment provider refuses the refund\./,
      /Refund due: \$5\.00\. The payment provider refuses the refund: This charge is too old/,
    ],
  ])('tells what became of a refund if the provider %s', async (_what, prepare, notice, card) => {
    const order = await createOrderPaidOnline();
    prepare(order.session);
    const { browser, path, nonce } = await openOrders(order);
    const { text } = await browser.go(path, { nonce, act: 'refund', id: order.id, amount: '5' });
    expect(text).toMatch(notice);
    expect(text).toMatch(card);
  });

  it('states that a payment must be refunded manually, and shows the refund with its note', async () => {
    const order = await createOrderPaidByHand();
    const { browser, path, nonce } = await openOrders(order);
    const due = await browser.go(path, { nonce, act: 'refund', id: order.id, amount: '5' });
    expect(due.text).toContain('Refund the amount manually');
    const outstanding = String(readFormValues(due.html)['outstanding']);
    const done = await browser.go(path, { nonce, act: 'refunded', id: order.id, amount: '5', note: 'Receipt 7', outstanding });
    expect(done.text).toMatch(/\$5\.00 refunded\. \$5\.00 manually, \w+ \d.* Receipt 7/);
  });

  it('keeps the input and the position in the list when it rejects a refund', async () => {
    const order = await createOrderPaidByHand();
    const { browser, path, nonce } = await openOrders(order);
    const searched = `${path}?q=${order.id}&page=1`;
    const html = (await browser.get(searched)).html;
    expect(html).toContain(`action="${searched.replace('&', '&amp;')}"`);
    const rejected = await browser.post(searched, { nonce, act: 'refund', id: order.id, amount: '30' });
    expect(rejected.status).toBe(400);
    expect(readFormValues(rejected.html)).toMatchObject({ q: String(order.id), amount: '30' });
    expect(rejected.html).toContain('<details class="org-careful" open>');
    expect((await browser.post(searched, { nonce, act: 'refund', id: order.id, amount: '5' })).to).toBe(
      `${path}?done=refunded&q=${order.id}&page=1`,
    );
    const { outstanding = '' } = readFormValues((await browser.get(path)).html);
    const unrecorded = await browser.post(path, { nonce, act: 'refunded', id: order.id, amount: '6', note: 'Receipt 8', outstanding });
    expect(unrecorded.status).toBe(400);
    expect(readFormValues(unrecorded.html)).toMatchObject({ note: 'Receipt 8' });
    expect(unrecorded.html).toContain('name="amount" value="6"');
  });
});

describe('Cancelled event', () => {
  it('cancels all orders except one that includes another event and is being paid, which is cancelled by a second call', async () => {
    const [event, other] = [Number((await makeEvent(site)).id), Number((await makeEvent(site)).id)];
    const sell = (postId: number) => ticketApi.ticket(postId, { price: '12.50', ticket: { mode: 'own', capacity: 5 } });
    const [ticket, otherTicket] = [await sell(event), await sell(other)];
    const buyBoth = async (gateway: string) => {
      const lines = [ticket, otherTicket].map((ticketId) => ({ ticketId, quantity: 1 }));
      const { token } = (await shop.start(lines)).data.startCheckout;
      await shop.update(token, { buyer: { fullName: 'Mix', email: 'mix@example.org' } });
      return (
        String((await shop.complete(token, gateway)).data.completeCheckout.paymentUrl)
          .split('/')
          .pop() ?? ''
      );
    };
    const session = await buyBoth('STRIPE');
    await buyBoth('MANUAL');
    const cancel = () => manage(`mutation { cancelEvent(id: ${event}) { people } }`);
    const listStatuses = async () =>
      (await site.site.db.prisma.attendee.findMany({ where: { ticketId: ticket }, orderBy: { id: 'asc' }, select: { status: true } })).map(
        ({ status }) => status,
      );
    expect(code(await cancel())).toBe('payment_under_way');
    expect(await listStatuses()).toEqual(['publish', 'trash']);
    await stripe.deliver(site, stripe.message('checkout.session.completed', stripe.pay(session)));
    expect((await cancel()).errors).toEqual([]);
    expect(await listStatuses()).toEqual(['trash', 'trash']);
    expect(stripeRefunds(session)).toEqual([1250]);
  });
});
