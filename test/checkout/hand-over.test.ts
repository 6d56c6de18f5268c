import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ProviderPayment, paymentProvider } from '../../examples/payment-provider/provider.ts';
import { readPayments } from '../../src/config/payments.ts';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { startServer } from '../outgoing/local-server.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { createCheckoutClient, code } from './support.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const webhook = new Webhook(secret);
let providerUrl = '';
const provider = paymentProvider({ secret, ownUrl: () => providerUrl });
let siteUrl = '';
let site: WholeSite;
let ticketApi: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
/** Changes the provider's responses, if set. */
let changeResponse: ((body: string, headers: Headers) => { body: string; headers: Record<string, string> }) | null = null;
let isUnreachable = false;
let proxy: Awaited<ReturnType<typeof startServer>>;
const requests: { type: string; key?: string }[] = [];
const webhookHeaders = (headers: Headers) =>
  Object.fromEntries(['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headers.get(name) ?? '']));

beforeAll(async () => {
  provider.server.listen(0, '127.0.0.1');
  await once(provider.server, 'listening');
  providerUrl = `http://127.0.0.1:${(provider.server.address() as AddressInfo).port}`;
  proxy = await startServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const payload = Buffer.concat(pieces).toString();
      requests.push(JSON.parse(payload));
      if (isUnreachable) return response.writeHead(503).end();
      const reply = await fetch(providerUrl, {
        method: 'POST',
        body: payload,
        headers: webhookHeaders(new Headers(request.headers as Record<string, string>)),
      });
      const body = await reply.text();
      const changed = changeResponse ? changeResponse(body, reply.headers) : { body, headers: webhookHeaders(reply.headers) };
      return response.writeHead(reply.status, changed.headers).end(changed.body);
    })();
  });
  site = await openWholeSite({ HAND_OVER_URL: `http://127.0.0.1:${proxy.port}/pay-here`, HAND_OVER_SECRET: secret });
  siteUrl = await site.http.listen({ host: '127.0.0.1', port: 0 });
  ticketApi = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterEach(() => {
  isUnreachable = false;
  changeResponse = null;
});
afterAll(async () => {
  await site.close();
  await proxy.close();
  provider.server.closeAllConnections();
  provider.server.close();
});

const run = () => settlePayments.run(site.site);
/** Makes open payments older. Does not change the clock, because both the site and the provider check the time of signatures. */
const advancePayments = (minutes: number) =>
  site.site.db.sql(
    `UPDATE payment SET expires_at = expires_at - $1 * interval '1 minute', changed_utc = changed_utc - $1 * interval '1 minute' WHERE state = 'open'`,
    [minutes],
  );
const readOrder = async (token: string) =>
  (await site.graphql('query($token: String!) { buyerOrder(token: $token) { state refund { amount } } }', { token })).data.buyerOrder;

async function beginPayment(quantity = 1) {
  const ticket = await ticketApi.ticket(await ticketApi.post(), { price: '12.50', ticket: { mode: 'own', capacity: 3 } });
  const token = await shop.named(ticket, quantity);
  const { data, errors } = await shop.complete(token, 'HAND_OVER');
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const { orderUrl, paymentUrl } = data.completeCheckout;
  const payment = provider.payments.get(String(paymentUrl).split('/').pop() ?? '') as ProviderPayment;
  return { ticket, token, payment, url: String(paymentUrl), order: String(orderUrl).split('/').pop() ?? '' };
}

/** Builds a message signed by the operator's provider. */
function message(payment: ProviderPayment, fields: object = {}, { id = `msg_${Math.random()}`, at = new Date(), key = webhook } = {}) {
  const { reference, amount, currency, state } = payment;
  const defaults = { type: 'payment.changed', payment: payment.payment, reference, amount, currency, state, charge: `charge-${reference}` };
  const payload = JSON.stringify({ ...defaults, ...fields });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': key.sign(id, at, payload),
  };
  return { payload, headers };
}
const send = async ({ payload, headers }: ReturnType<typeof message>) =>
  (
    await site.http.inject({
      method: 'POST',
      url: '/payments/hand-over',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  ).statusCode;
const refunds = (payment: ProviderPayment) => [...payment.refunds.values()];

describe("Payment at the operator's provider", () => {
  it('is made on the page of the provider as in the documented example, and is reported by a signed message', async () => {
    const { payment, url, order, token } = await beginPayment(2);
    expect(payment).toMatchObject({ amount: 2500, currency: 'USD', state: 'open' });
    expect((await shop.complete(token)).data.completeCheckout.paymentUrl).toBe(url);
    expect(await (await fetch(url)).text()).toContain('<button>Pay</button>');
    // the test site listens on another URL than the one that it sends to the provider
    payment.notifyUrl = `${siteUrl}/payments/hand-over`;
    const payResponse = await fetch(url, { method: 'POST', redirect: 'manual' });
    expect(payResponse.headers.get('location')).toMatch(new RegExp(`/payments/hand-over/return\\?order=${order}$`));
    expect(await readOrder(order)).toEqual({ state: 'CONFIRMED', refund: { amount: '0.00' } });
    const cancel = 'mutation($token: String!) { cancelOrder(token: $token) { order { state } } }';
    await site.graphql(cancel, { token: order });
    expect(refunds(payment)).toEqual([2500]);
    await run();
    expect(requests.filter(({ type }) => type === 'payment.refund')).toHaveLength(1);
  });

  it('tolerates repeated and unordered messages, and is not changed by forged, old and foreign messages', async () => {
    const { payment, order } = await beginPayment();
    const paidPayment = { ...payment, state: 'paid' as const };
    const forged = message(paidPayment, {}, { key: new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`) });
    const valid = message(paidPayment);
    const changed = { ...valid, payload: valid.payload.replace('1250', '1') };
    const outdated = message(paidPayment, {}, { at: new Date(Date.now() - 6 * 60_000) });
    const fromFuture = message(paidPayment, {}, { at: new Date(Date.now() + 6 * 60_000) });
    for (const invalid of [forged, changed, outdated, fromFuture, { ...valid, headers: { ...valid.headers, 'webhook-signature': '' } }])
      expect(await send(invalid)).toBe(400);
    // signed correctly, but unrelated: a message of the site itself, and a payment of another site
    expect(await send(message(paidPayment, { type: 'payment.look' }))).toBe(200);
    expect(await send(message(paidPayment, { reference: 'another', payment: `1-${'0'.repeat(20)}` }))).toBe(200);
    expect((await readOrder(order)).state).toBe('PENDING');
    expect(await Promise.all([send(valid), send(valid), send(valid)])).toEqual([200, 200, 200]);
    for (const state of ['open', 'ended'] as const) expect(await send(message({ ...payment, state }))).toBe(200);
    expect(await readOrder(order)).toEqual({ state: 'CONFIRMED', refund: { amount: '0.00' } });
    await run();
    expect(refunds(payment)).toEqual([]);
  });

  it('is refunded if it arrives after its places were resold, or with another amount', async () => {
    const { ticket, payment, order } = await beginPayment(2);
    await advancePayments(41);
    await run();
    expect(payment.state).toBe('ended');
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3 });
    await ticketApi.attendee(ticket).then(() => ticketApi.attendee(ticket));
    expect(await send(message({ ...payment, state: 'paid' }))).toBe(200);
    expect(await readOrder(order)).toEqual({ state: 'CANCELLED', refund: { amount: '25.00' } });
    expect(refunds(payment)).toEqual([2500]);
    const underpaid = await beginPayment();
    await send(message({ ...underpaid.payment, state: 'paid', amount: 100 }));
    expect(refunds(underpaid.payment)).toEqual([100]);
  });

  it('is credited for a partial chargeback; a full chargeback reverses the order without a refund', async () => {
    await ticketApi.setting('seller_name', 'Concerts Ltd');
    const { ticket, payment, order } = await beginPayment(2);
    await send(message({ ...payment, state: 'paid' }));
    const receipts = async () =>
      (await site.graphql(`{ buyerOrder(token: "${order}") { receipts { kind total { amount } } } }`)).data.buyerOrder.receipts;
    const partial = message(payment, { state: 'charged_back', amount: 1000 });
    expect(await Promise.all([send(partial), send(partial)])).toEqual([200, 200]);
    expect((await readOrder(order)).state).toBe('CONFIRMED');
    expect(await receipts()).toEqual([
      { kind: 'RECEIPT', total: { amount: '25.00' } },
      { kind: 'CREDIT_NOTE', total: { amount: '10.00' } },
    ]);
    expect(await send(message(payment, { state: 'charged_back', amount: 2500 }))).toBe(200);
    expect(await readOrder(order)).toEqual({ state: 'CANCELLED', refund: { amount: '0.00' } });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
    expect((await receipts()).slice(2)).toEqual([{ kind: 'CREDIT_NOTE', total: { amount: '15.00' } }]);
    await run();
    expect(refunds(payment)).toEqual([]);
    await ticketApi.setting('seller_name', '');
  });

  const cancelOrder = (order: string) =>
    site.graphql('mutation($token: String!) { cancelOrder(token: $token) { order { state } } }', { token: order });

  it('is refunded only up to the amount that a partial chargeback has left', async () => {
    const { payment, order } = await beginPayment(2);
    await send(message({ ...payment, state: 'paid' }));
    expect(await send(message(payment, { state: 'charged_back', amount: 1000 }))).toBe(200);
    expect((await cancelOrder(order)).errors).toEqual([]);
    await run();
    expect(refunds(payment)).toEqual([1500]);
  });

  it('is not refunded after a chargeback while the refund was waiting for the provider', async () => {
    const { payment, order } = await beginPayment(2);
    await send(message({ ...payment, state: 'paid' }));
    isUnreachable = true;
    expect((await cancelOrder(order)).errors).toEqual([]);
    expect(await send(message(payment, { state: 'charged_back', amount: 2500 }))).toBe(200);
    isUnreachable = false;
    await run();
    expect(refunds(payment)).toEqual([]);
    expect(await readOrder(order)).toEqual({ state: 'CANCELLED', refund: { amount: '0.00' } });
  });

  it('cannot be refunded by an organizer after a chargeback', async () => {
    const { payment, ticket } = await beginPayment(2);
    await send(message({ ...payment, state: 'paid' }));
    expect(await send(message(payment, { state: 'charged_back', amount: 2500 }))).toBe(200);
    const { orderId: id } = await site.site.db.prisma.attendee.findFirstOrThrow({ where: { ticketId: ticket }, select: { orderId: true } });
    expect(code(await site.graphql(`mutation { refundOrder(id: ${id}) { order { status } } }`, {}, 'administrator'))).toBe(
      'nothing_to_refund',
    );
    expect(refunds(payment)).toEqual([]);
  });

  it('is polled if the message is lost, and refunds wait while the provider is unreachable', async () => {
    const { payment, order } = await beginPayment();
    payment.state = 'paid';
    await advancePayments(3);
    isUnreachable = true;
    await run();
    expect((await readOrder(order)).state).toBe('PENDING');
    isUnreachable = false;
    await advancePayments(6);
    await run();
    expect((await readOrder(order)).state).toBe('CONFIRMED');
    const returning = await beginPayment();
    returning.payment.state = 'paid';
    expect((await site.http.inject(`/payments/hand-over/return?order=${returning.order}`)).headers.location).toBe(
      `/orders/${returning.order}`,
    );
    expect((await readOrder(returning.order)).state).toBe('CONFIRMED');
  });

  it('accepts only responses that are signed and match the request', async () => {
    const ticket = await ticketApi.ticket(await ticketApi.post(), { price: '12.50', ticket: { mode: 'own', capacity: 3 } });
    const token = await shop.named(ticket);
    const signAgain = (body: string, id: string, at = new Date()) => ({
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': webhook.sign(id, at, body),
      },
    });
    const invalidResponses: NonNullable<typeof changeResponse>[] = [
      (body, headers) => ({ body: body.replace('/pay/', '/steal/'), headers: webhookHeaders(headers) }),
      (body) => signAgain(body, 'msg_of_another_request'),
      (body, headers) => signAgain(body, headers.get('webhook-id') ?? '', new Date(Date.now() - 6 * 60_000)),
      (_, headers) => signAgain('{"type":"answer","reference":"x","url":"javascript:alert(1)"}', headers.get('webhook-id') ?? ''),
      (body) => ({ body, headers: {} }),
    ];
    for (const invalidResponse of invalidResponses) {
      changeResponse = invalidResponse;
      expect(code(await shop.complete(token, 'HAND_OVER'))).toBe('payment_unavailable');
    }
    changeResponse = null;
    expect((await shop.complete(token)).data.completeCheckout.paymentUrl).toMatch(/\/pay\//);
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 2, pending: 1 });
  });

  it('requires both a URL and a secret', () => {
    const problems: string[] = [];
    readPayments({ HAND_OVER_URL: 'ftp://x' }, problems);
    readPayments({ HAND_OVER_URL: 'https://pay.example.org', HAND_OVER_SECRET: 'whsec_short' }, problems);
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'HAND_OVER_URL, HAND_OVER_SECRET',
      'HAND_OVER_URL',
      'HAND_OVER_SECRET',
    ]);
  });
});
