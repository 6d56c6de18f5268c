import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Paid, paymentProvider } from '../../examples/payment-provider/provider.ts';
import { readPayments } from '../../src/config/payments.ts';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { startServer } from '../outgoing/local-server.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';
import { checkouts, code } from './support.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const webhook = new Webhook(secret);
let ownUrl = '';
const provider = paymentProvider({ secret, ownUrl: () => ownUrl });
let siteUrl = '';
let site: WholeSite;
let t: ReturnType<typeof ticketing>;
let c: ReturnType<typeof checkouts>;
/** Changes the provider's responses; null while the provider is unreachable. */
let between: ((body: string, headers: Headers) => { body: string; headers: Record<string, string> }) | null = null;
let isAway = false;
let door: Awaited<ReturnType<typeof startServer>>;
const asked: { type: string; key?: string }[] = [];
const pass = (headers: Headers) =>
  Object.fromEntries(['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((n) => [n, headers.get(n) ?? '']));

beforeAll(async () => {
  provider.server.listen(0, '127.0.0.1');
  await once(provider.server, 'listening');
  ownUrl = `http://127.0.0.1:${(provider.server.address() as AddressInfo).port}`;
  door = await startServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const payload = Buffer.concat(pieces).toString();
      asked.push(JSON.parse(payload));
      if (isAway) return response.writeHead(503).end();
      const reply = await fetch(ownUrl, {
        method: 'POST',
        body: payload,
        headers: pass(new Headers(request.headers as Record<string, string>)),
      });
      const body = await reply.text();
      const sent = between ? between(body, reply.headers) : { body, headers: pass(reply.headers) };
      return response.writeHead(reply.status, sent.headers).end(sent.body);
    })();
  });
  site = await openWholeSite({ HAND_OVER_URL: `http://127.0.0.1:${door.port}/pay-here`, HAND_OVER_SECRET: secret });
  siteUrl = await site.http.listen({ host: '127.0.0.1', port: 0 });
  t = ticketing(site);
  c = checkouts(site);
});
afterEach(() => {
  isAway = false;
  between = null;
});
afterAll(async () => {
  await site.close();
  await door.close();
  provider.server.closeAllConnections();
  provider.server.close();
});

const run = () => settlePayments.run(site.site);
/** Simulates elapsed time for open payments. Signatures use the clocks of two programs, so no clock is moved. */
const timePasses = (minutes: number) =>
  site.site.db.sql(
    `UPDATE payment SET expires_at = expires_at - $1 * interval '1 minute', changed_utc = changed_utc - $1 * interval '1 minute' WHERE state = 'open'`,
    [minutes],
  );
const stateOf = async (token: string) =>
  (await site.graphql('query($token: String!) { buyerOrder(token: $token) { state refund { amount } } }', { token })).data.buyerOrder;

async function beginPayment(quantity = 1) {
  const ticket = await t.ticket(await t.post(), { price: '12.50', ticket: { mode: 'own', capacity: 3 } });
  const token = await c.named(ticket, quantity);
  const { data, errors } = await c.complete(token, 'HAND_OVER');
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const { orderUrl, paymentUrl } = data.completeCheckout;
  const payment = provider.payments.get(String(paymentUrl).split('/').pop() ?? '') as Paid;
  return { ticket, token, payment, url: String(paymentUrl), order: String(orderUrl).split('/').pop() ?? '' };
}

/** Builds a message signed by the operator's provider. */
function message(payment: Paid, fields: object = {}, { id = `msg_${Math.random()}`, at = new Date(), key = webhook } = {}) {
  const { reference, amount, currency, state } = payment;
  const known = { type: 'payment.changed', payment: payment.payment, reference, amount, currency, state, charge: `charge-${reference}` };
  const payload = JSON.stringify({ ...known, ...fields });
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
const refunds = (payment: Paid) => [...payment.refunds.values()];

describe("Payment at the operator's provider", () => {
  it("is made at the provider's own page as in the documented example, and reported by a signed message", async () => {
    const { payment, url, order, token } = await beginPayment(2);
    expect(payment).toMatchObject({ amount: 2500, currency: 'USD', state: 'open' });
    expect((await c.complete(token)).data.completeCheckout.paymentUrl).toBe(url);
    expect(await (await fetch(url)).text()).toContain('<button>Pay</button>');
    // the example notifies the address that it was given; the site of the test listens elsewhere
    payment.notifyUrl = `${siteUrl}/payments/hand-over`;
    const paid = await fetch(url, { method: 'POST', redirect: 'manual' });
    expect(paid.headers.get('location')).toMatch(new RegExp(`/payments/hand-over/return\\?order=${order}$`));
    expect(await stateOf(order)).toEqual({ state: 'CONFIRMED', refund: { amount: '0.00' } });
    const cancel = 'mutation($token: String!) { cancelOrder(token: $token) { order { state } } }';
    await site.graphql(cancel, { token: order });
    expect(refunds(payment)).toEqual([2500]);
    await run();
    expect(asked.filter(({ type }) => type === 'payment.refund')).toHaveLength(1);
  });

  it('tolerates repeated and unordered messages; forged, old and foreign messages change nothing', async () => {
    const { payment, order } = await beginPayment();
    const paid = { ...payment, state: 'paid' as const };
    const forged = message(paid, {}, { key: new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`) });
    const right = message(paid);
    const changed = { ...right, payload: right.payload.replace('1250', '1') };
    const old = message(paid, {}, { at: new Date(Date.now() - 6 * 60_000) });
    const early = message(paid, {}, { at: new Date(Date.now() + 6 * 60_000) });
    for (const wrong of [forged, changed, old, early, { ...right, headers: { ...right.headers, 'webhook-signature': '' } }])
      expect(await send(wrong)).toBe(400);
    // signed correctly, but unrelated: a message of the site itself, and a payment of another site
    expect(await send(message(paid, { type: 'payment.look' }))).toBe(200);
    expect(await send(message(paid, { reference: 'another', payment: `1-${'0'.repeat(20)}` }))).toBe(200);
    expect((await stateOf(order)).state).toBe('PENDING');
    expect(await Promise.all([send(right), send(right), send(right)])).toEqual([200, 200, 200]);
    for (const state of ['open', 'ended'] as const) expect(await send(message({ ...payment, state }))).toBe(200);
    expect(await stateOf(order)).toEqual({ state: 'CONFIRMED', refund: { amount: '0.00' } });
    await run();
    expect(refunds(payment)).toEqual([]);
  });

  it('is refunded if it arrives after its places were resold, or with another amount', async () => {
    const { ticket, payment, order } = await beginPayment(2);
    await timePasses(41);
    await run();
    expect(payment.state).toBe('ended');
    expect(await t.stock(ticket)).toMatchObject({ available: 3 });
    await t.attendee(ticket).then(() => t.attendee(ticket));
    expect(await send(message({ ...payment, state: 'paid' }))).toBe(200);
    expect(await stateOf(order)).toEqual({ state: 'CANCELLED', refund: { amount: '25.00' } });
    expect(refunds(payment)).toEqual([2500]);
    const less = await beginPayment();
    await send(message({ ...less.payment, state: 'paid', amount: 100 }));
    expect(refunds(less.payment)).toEqual([100]);
  });

  it('is credited for a partial chargeback; a full chargeback reverses the order without a refund', async () => {
    await t.setting('seller_name', 'Concerts Ltd');
    const { ticket, payment, order } = await beginPayment(2);
    await send(message({ ...payment, state: 'paid' }));
    const receipts = async () =>
      (await site.graphql(`{ buyerOrder(token: "${order}") { receipts { kind total { amount } } } }`)).data.buyerOrder.receipts;
    const part = message(payment, { state: 'charged_back', amount: 1000 });
    expect(await Promise.all([send(part), send(part)])).toEqual([200, 200]);
    expect((await stateOf(order)).state).toBe('CONFIRMED');
    expect(await receipts()).toEqual([
      { kind: 'RECEIPT', total: { amount: '25.00' } },
      { kind: 'CREDIT_NOTE', total: { amount: '10.00' } },
    ]);
    expect(await send(message(payment, { state: 'charged_back', amount: 2500 }))).toBe(200);
    expect(await stateOf(order)).toEqual({ state: 'CANCELLED', refund: { amount: '0.00' } });
    expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 0 });
    expect((await receipts()).slice(2)).toEqual([{ kind: 'CREDIT_NOTE', total: { amount: '15.00' } }]);
    await run();
    expect(refunds(payment)).toEqual([]);
    await t.setting('seller_name', '');
  });

  it('is polled when the message is lost; refunds wait while the provider is unreachable', async () => {
    const { payment, order } = await beginPayment();
    payment.state = 'paid';
    await timePasses(3);
    isAway = true;
    await run();
    expect((await stateOf(order)).state).toBe('PENDING');
    isAway = false;
    await timePasses(6);
    await run();
    expect((await stateOf(order)).state).toBe('CONFIRMED');
    const back = await beginPayment();
    back.payment.state = 'paid';
    expect((await site.http.inject(`/payments/hand-over/return?order=${back.order}`)).headers.location).toBe(`/orders/${back.order}`);
    expect((await stateOf(back.order)).state).toBe('CONFIRMED');
  });

  it('accepts only responses that are signed and match the request', async () => {
    const ticket = await t.ticket(await t.post(), { price: '12.50', ticket: { mode: 'own', capacity: 3 } });
    const token = await c.named(ticket);
    const resigned = (body: string, id: string, at = new Date()) => ({
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': webhook.sign(id, at, body),
      },
    });
    const wrongs: NonNullable<typeof between>[] = [
      (body, headers) => ({ body: body.replace('/pay/', '/steal/'), headers: pass(headers) }),
      (body) => resigned(body, 'msg_of_another_request'),
      (body, headers) => resigned(body, headers.get('webhook-id') ?? '', new Date(Date.now() - 6 * 60_000)),
      (_, headers) => resigned('{"type":"answer","reference":"x","url":"javascript:alert(1)"}', headers.get('webhook-id') ?? ''),
      (body) => ({ body, headers: {} }),
    ];
    for (const wrong of wrongs) {
      between = wrong;
      expect(code(await c.complete(token, 'HAND_OVER'))).toBe('payment_unavailable');
    }
    between = null;
    expect((await c.complete(token)).data.completeCheckout.paymentUrl).toMatch(/\/pay\//);
    expect(await t.stock(ticket)).toMatchObject({ available: 2, pending: 1 });
  });

  it('requires both an address and a secret', () => {
    const faults: string[] = [];
    readPayments({ HAND_OVER_URL: 'ftp://x' }, faults);
    readPayments({ HAND_OVER_URL: 'https://pay.example.org', HAND_OVER_SECRET: 'whsec_short' }, faults);
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['HAND_OVER_URL, HAND_OVER_SECRET', 'HAND_OVER_URL', 'HAND_OVER_SECRET']);
  });
});
