import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/core/db/database.ts';
import { createTestDatabase } from '../../support/database.ts';
import { type Service, startService } from '../../support/service.ts';
import { createBoxOffice, findMismatches } from '../../tickets/load/box-office.ts';
import { report } from '../../tickets/load/size.ts';
import { startStripe, type StripeProvider } from '../stripe-provider.ts';

/** Number of buyers. It is small by default; `LOAD_BUYERS=5000` measures the load. */
const BUYERS = Number(process.env['LOAD_BUYERS'] ?? 100);
const PLACES = Number(process.env['LOAD_SEATS'] ?? (BUYERS >= 1000 ? 100 : 20));
const AT_ONCE = 64;

describe('Two processes on one PostgreSQL', () => {
  let stripe: StripeProvider;
  const services: Service[] = [];
  let databaseUrl = '';
  let drop = async () => {};
  const agent = new Agent({ connections: AT_ONCE, headersTimeout: 120_000, bodyTimeout: 120_000 });
  beforeAll(async () => {
    stripe = await startStripe();
    ({ url: databaseUrl, drop } = await createTestDatabase());
    for (let i = 0; i < 2; i += 1)
      services.push(
        await startService(databaseUrl, { ...stripe.environment, SITE_URL: 'http://site.test', TRUST_PROXY: '1', LOG_LEVEL: 'error' }),
      );
  }, 300_000);
  afterAll(async () => {
    for (const service of services) await service.kill();
    await agent.destroy();
    await drop();
    await stripe.close();
  });

  const durations: number[] = [];
  const statuses: Record<string, number> = {};

  /** Sends a request as the browser of the buyer with the index `i`, from a separate IP address. */
  async function sendAsBuyer(i: number, method: 'GET' | 'POST', path: string, fields?: Record<string, string | number>) {
    const startedAt = performance.now();
    const response = await request((services[i % 2] as Service).url + path, {
      dispatcher: agent,
      method,
      headers: {
        'x-forwarded-for': `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      },
      ...(fields && { body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString() }),
    });
    const text = await response.body.text();
    durations.push(performance.now() - startedAt);
    statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
    return { status: response.statusCode, location: String(response.headers['location'] ?? ''), text };
  }

  /** Sends Stripe's message late and twice, to both processes. */
  async function sendMessage(i: number, session: string): Promise<void> {
    const { payload, signature } = stripe.message('checkout.session.completed', stripe.pay(session));
    await pause(20 + ((i * 37) % 400));
    await Promise.all(
      services.map(({ url }) =>
        fetch(`${url}/payments/stripe`, {
          method: 'POST',
          body: payload,
          headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        }).then(({ status }) => expect(status).toBe(200)),
      ),
    );
  }

  it(
    `sell ${PLACES} places to ${BUYERS} buyers, inform the others that the event is sold out, and return no error`,
    async () => {
      const office = createBoxOffice(services);
      const post = await office.post();
      const ticket = await office.ticket(post, { price: '12.50', ticket: { mode: 'own', capacity: PLACES } });
      const outcomes = { seated: 0, refused: 0 };
      const unexpected: string[] = [];
      const messages: Promise<void>[] = [];

      async function buy(i: number): Promise<void> {
        const choice = await sendAsBuyer(i, 'POST', '/checkout', { post, [`quantity-${ticket}`]: 1 });
        if (choice.status === 303) {
          const order = await sendAsBuyer(i, 'POST', choice.location, {
            fullName: `Buyer ${i}`,
            email: `b${i}@example.org`,
            gateway: 'stripe',
            do: 'complete',
          });
          const page = await sendAsBuyer(i, 'GET', order.location);
          const session = /checkout\.stripe\.test\/(\w+)/.exec(page.text)?.[1];
          if (order.status !== 303 || page.status !== 200 || !session) return void unexpected.push(`order ${order.status} ${page.status}`);
          outcomes.seated += 1;
          messages.push(sendMessage(i, session));
        } else if (choice.status === 400 && /sold out|no place|faster|Sold out/i.test(choice.text)) outcomes.refused += 1;
        else
          unexpected.push(
            `${choice.status} ${choice.text
              .replace(/<[^>]*>/g, ' ')
              .replace(/\s+/g, ' ')
              .slice(0, 300)}`,
          );
      }

      const startedAt = Date.now();
      let next = 0;
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (next < BUYERS) await buy(next++);
        }),
      );
      await Promise.all(messages);
      const sorted = durations.toSorted((a, b) => a - b);
      const percentile = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
      report(
        `${BUYERS} buyers, ${PLACES} places, ${durations.length} requests in ${Date.now() - startedAt} ms: p50 ${percentile(0.5)}, p95 ${percentile(0.95)}, p99 ${percentile(0.99)} ms; ${JSON.stringify(statuses)}`,
      );
      expect(unexpected).toEqual([]);
      expect(outcomes).toEqual({ seated: PLACES, refused: BUYERS - PLACES });
      expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
      const db = await openDatabase({ url: databaseUrl, maxConnections: 1 });
      try {
        const [row] = await db.sql<{ seated: number; paid: number; due: number }>(
          `SELECT (SELECT count(*)::int FROM attendee WHERE ticket_id = $1 AND order_status = 'completed' AND holds_place) AS seated,
            (SELECT count(*)::int FROM payment WHERE state = 'paid') AS paid, (SELECT sum(refund_due_minor)::int FROM payment) AS due`,
          [ticket],
        );
        expect(row).toEqual({ seated: PLACES, paid: PLACES, due: 0 });
        expect(await findMismatches(db)).toEqual([]);
      } finally {
        await db.close();
      }
      expect(stripe.refunds).toEqual([]);
      for (const service of services) expect(service.output()).toBe('');
    },
    120_000 + BUYERS * 200,
  );
});
