import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { createTestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';
import { openWholeSite } from '../support/site.ts';
import { createBoxOffice, findMismatches } from '../tickets/load/box-office.ts';
import { startStripe, type StripeProvider } from './stripe-provider.ts';

const PRICE = 1250;
const SESSIONS = '/v1/checkout/sessions';
const REFUNDS = '/v1/refunds';

let url: string;
let drop: () => Promise<void>;
let stripe: StripeProvider;
let service: Service;
let ticket: number;
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  stripe = await startStripe();
});
afterEach(() => setClock());
afterAll(async () => {
  await service.kill();
  await stripe.close();
  await drop();
});

const environment = () => ({ ...stripe.environment, SITE_URL: 'http://site.test', SECRET_KEY: '5'.repeat(64) });

async function start(): Promise<void> {
  service = await startService(url, environment());
}

/** Sends a buyer's request. Returns null if the process ended before it responded. */
async function sendRequest(source: string, variables: Record<string, unknown>) {
  const reply = await service.graphql(source, variables).catch(() => null);
  if (reply?.body?.errors) throw new Error(reply.text);
  return reply?.body?.data ?? null;
}

async function beginCheckout(): Promise<string> {
  const lines = [{ ticketId: ticket, quantity: 1 }];
  const { startCheckout } = await sendRequest('mutation($lines: [HoldLineInput!]) { startCheckout(lines: $lines) { token } }', { lines });
  const variables = { token: startCheckout.token, buyer: { fullName: 'Ann Buyer', email: 'ann@example.org' } };
  await sendRequest(
    'mutation($token: String!, $buyer: CheckoutBuyerInput) { updateCheckout(token: $token, buyer: $buyer) { checkout { state } } }',
    variables,
  );
  return startCheckout.token;
}

/** Sends the buyer to the provider. Returns the provider's session and the token of the order. */
async function sendToProvider(token: string): Promise<{ session: string; order: string } | null> {
  const source = 'mutation($token: String!) { completeCheckout(token: $token, gateway: STRIPE) { paymentUrl orderUrl } }';
  const completed = (await sendRequest(source, { token }))?.completeCheckout ?? null;
  const lastSegment = (address: string) => address.slice(address.lastIndexOf('/') + 1);
  return completed && { session: lastSegment(completed.paymentUrl), order: lastSegment(completed.orderUrl) };
}

/** Sends the provider's message of a payment. Returns null if there is no response. */
async function sendMessage({ payload, signature }: { payload: string; signature: string }): Promise<number | null> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return await fetch(`${service.url}/payments/stripe`, { method: 'POST', body: payload, headers }).then(
    ({ status }) => status,
    () => null,
  );
}

/** Pays for a session and returns the provider's message about it. */
const payAndCreateMessage = (session: string) => stripe.message('checkout.session.completed', stripe.pay(session));

/** Kills the service when it starts the payment, before or after the provider processes the request. The buyer submits again and pays once. */
async function killWhileStartingPayment(moment: 'beforeEffect' | 'afterEffect'): Promise<void> {
  const token = await beginCheckout();
  stripe.interruptOnce({ moment, path: SESSIONS, run: () => service.kill() });
  expect(await sendToProvider(token)).toBeNull();
  await start();
  const secondAttempt = await sendToProvider(token);
  expect(await sendMessage(payAndCreateMessage(secondAttempt!.session))).toBe(200);
}

/**
 * Kills the service some milliseconds after the message was sent. If the service did not acknowledge it, the provider sends it again only if
 * `isRepeated`.
 */
async function killWhileNotified(milliseconds: number, isRepeated: boolean): Promise<void> {
  const { session } = (await sendToProvider(await beginCheckout()))!;
  const paidMessage = payAndCreateMessage(session);
  const delivery = sendMessage(paidMessage);
  await pause(milliseconds);
  await service.kill();
  const status = await delivery;
  expect([200, null]).toContain(status);
  await start();
  if (status === null && isRepeated) expect(await sendMessage(paidMessage)).toBe(200);
}

/** Kills the service after the payment and before its message, which never arrives. */
async function killBeforeNotified(): Promise<void> {
  const { session } = (await sendToProvider(await beginCheckout()))!;
  stripe.pay(session);
  await service.kill();
  await start();
}

/** Kills the service when it requests the refund of a cancelled order from the provider. */
async function killWhileRefunding(moment: 'beforeEffect' | 'afterEffect'): Promise<void> {
  const { session, order } = (await sendToProvider(await beginCheckout()))!;
  expect(await sendMessage(payAndCreateMessage(session))).toBe(200);
  stripe.interruptOnce({ moment, path: REFUNDS, run: () => service.kill() });
  await sendRequest('mutation($token: String!) { cancelOrder(token: $token) { __typename } }', { token: order });
  await start();
}

/** Number of kills. After each kill, the service restarts, which takes some seconds. The default is four; `LOAD_KILLS=10` runs all scenarios. */
const KILLS = Number(process.env['LOAD_KILLS'] ?? 4);
const scenarios: readonly { isRefunded?: true; kill: () => Promise<void> }[] = [
  { kill: () => killWhileStartingPayment('afterEffect') },
  { kill: killBeforeNotified },
  { kill: () => killWhileNotified(8, false) },
  { isRefunded: true, kill: () => killWhileRefunding('afterEffect') },
  { kill: () => killWhileStartingPayment('beforeEffect') },
  { kill: () => killWhileNotified(0, true) },
  { kill: () => killWhileNotified(4, false) },
  { kill: () => killWhileNotified(16, true) },
  { kill: () => killWhileNotified(48, false) },
  { isRefunded: true, kill: () => killWhileRefunding('beforeEffect') },
];
const selectedScenarios = scenarios.slice(0, KILLS);

it('Wherever the service is killed during a payment or refund, every payment leads to a place or a refund, and every place has a payment', async () => {
  await start();
  const office = createBoxOffice([service]);
  ticket = await office.ticket(await office.post(), { price: '12.50', ticket: { mode: 'own', capacity: selectedScenarios.length } });
  for (const { kill } of selectedScenarios) await kill();
  await service.stop();

  const { site, close } = await openWholeSite({ ...environment(), DATABASE_URL: url });
  try {
    // the job asks the provider about payments for which no message arrived
    setClock(createShiftedClock(3 * 60_000));
    await settlePayments.run(site);
    // a second run changes nothing
    await settlePayments.run(site);
    const refundCount = selectedScenarios.filter(({ isRefunded }) => isRefunded).length;
    expect([...stripe.sessions.values()].map(({ payment_status }) => payment_status)).toEqual(selectedScenarios.map(() => 'paid'));
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual(Array.from({ length: refundCount }, () => PRICE));
    const states = await site.db.sql(
      `SELECT p.state, o.status, p.refunded_minor::int AS refunded, count(*)::int AS n FROM payment p JOIN ticket_order o ON o.id = p.order_id
        GROUP BY 1, 2, 3 ORDER BY 2`,
    );
    expect(states).toEqual([
      { state: 'paid', status: 'completed', refunded: 0, n: selectedScenarios.length - refundCount },
      { state: 'paid', status: 'voided', refunded: PRICE, n: refundCount },
    ]);
    const seated = await site.db.prisma.attendee.count({ where: { ticketId: ticket, holdsPlace: true, orderStatus: 'completed' } });
    expect(seated).toBe(selectedScenarios.length - refundCount);
    expect(await findMismatches(site.db)).toEqual([]);
  } finally {
    await close();
  }
}, 300_000);
