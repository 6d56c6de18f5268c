import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { verifyAudit } from '../../src/domains/audit/verify.ts';
import { deliverMessages } from '../../src/domains/webhooks/delivery.ts';
import { startServer } from '../outgoing/local-server.ts';
import { createTestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';
import { openWholeSite } from '../support/site.ts';

/** Number of kills. Each needs a restart of several seconds: two in CI, more with `LOAD_KILLS`. */
const KILLS = Number(process.env['LOAD_KILLS'] ?? 2);
const WRITERS = 3;

let url: string;
let drop: () => Promise<void>;
let service: Service;
let receiver: Awaited<ReturnType<typeof startServer>>;
/** The body of each received delivery, by message ID. */
const deliveries = new Map<string, string[]>();
let onArrival = () => {};
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  receiver = await startServer((request, response) => {
    void readText(request).then((body) => {
      const id = String(request.headers['webhook-id']);
      deliveries.set(id, [...(deliveries.get(id) ?? []), body]);
      onArrival();
      response.writeHead(204).end();
    });
  });
});
afterEach(() => setClock());
afterAll(async () => {
  await service.kill();
  await receiver.close();
  await drop();
});

const environment = () => ({
  SITE_URL: 'http://site.test',
  SECRET_KEY: '5'.repeat(64),
  WEBHOOK_PRIVATE_ORIGINS: `http://127.0.0.1:${receiver.port}`,
});

it('A process that is killed while it writes and delivers loses no message, repeats messages with the same ID, and leaves a valid audit log', async () => {
  /** IDs of posts whose creation was confirmed, with the number of confirmed changes. */
  const acknowledged = new Map<number, number>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    service = await startService(url, environment());
    if (kill === 0) {
      const source =
        'mutation($url: String!) { createWebhookEndpoint(input: { url: $url, types: [POST_PUBLISHED, POST_UPDATED] }) { secret } }';
      expect((await service.graphql(source, { url: `http://127.0.0.1:${receiver.port}/` })).body.errors).toBeUndefined();
    }
    let isStopped = false;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isStopped) {
        // so few that the end of the test can deliver all messages quickly
        await sleep(60);
        const created = await service.rest('POST', '/core/v2/posts', { body: { title: 'Written', status: 'publish' } }).catch(() => null);
        if (created?.status !== 201) break;
        acknowledged.set(created.body.id, 0);
        const changed = await service.rest('POST', `/core/v2/posts/${created.body.id}`, { body: { title: 'Changed' } }).catch(() => null);
        if (changed?.status !== 200) break;
        acknowledged.set(created.body.id, 1);
      }
    });
    // kills the process during a delivery
    const { promise: delivering, resolve } = Promise.withResolvers<void>();
    const awaitedCount = deliveries.size + 3;
    onArrival = () => {
      if (deliveries.size >= awaitedCount) resolve();
    };
    await delivering;
    onArrival = () => {};
    await service.kill();
    isStopped = true;
    await Promise.all(writers);
  }

  const { site, close } = await openWholeSite({ ...environment(), DATABASE_URL: url });
  try {
    // messages that the dead process had claimed are claimed again
    setClock(createShiftedClock(2 * 60_000));
    await deliverMessages(site);
    const messages = await site.db.prisma.webhookMessage.findMany();
    expect(messages.filter(({ state }) => state !== 'delivered')).toEqual([]);
    const received = [...deliveries.values()].map(([body = '']) => JSON.parse(body) as { type: string; data: { id: number } });
    const idsOf = (type: string) => received.flatMap((message) => (message.type === type ? [message.data.id] : []));
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    expect([...acknowledged.keys()].filter((id) => !idsOf('post.published').includes(id))).toEqual([]);
    expect([...acknowledged].filter(([id, changes]) => changes > 0 && !idsOf('post.updated').includes(id))).toEqual([]);
    // one ID for each change, with the same body in each delivery
    for (const type of ['post.published', 'post.updated']) expect(idsOf(type).length).toBe(new Set(idsOf(type)).size);
    for (const bodies of deliveries.values()) expect(new Set(bodies).size).toBe(1);
    expect(messages.length).toBe(deliveries.size);
    const { faults, checked } = await verifyAudit(site);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(acknowledged.size);
    const rows = await site.db.sql<{ id: number }>(
      `SELECT DISTINCT (after->>'id')::int AS id FROM audit_entry WHERE subject = 'content' AND action = 'insert'`,
    );
    const audited = new Set(rows.map(({ id }) => id));
    expect([...acknowledged.keys()].filter((id) => !audited.has(id))).toEqual([]);
  } finally {
    await close();
  }
}, 300_000);
