import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeUnless, noPooler } from '../../support/needs.ts';
import { type Pooler, startPooler } from '../../support/pooler.ts';
import { type PrivateServer, privateServer } from '../../support/private-server.ts';
import { type Service, startService } from '../../support/service.ts';

/** Rounds of one write and its reads. Ten processes and three servers need a whole machine, so the test runs on request only. */
const ROUNDS = Number(process.env['LOAD_REPLICAS'] ?? 0);
const PROCESSES = Number(process.env['LOAD_PROCESSES'] ?? 10);
const AT_ONCE = 8;

const authorization = `Basic ${Buffer.from('admin:loadloadloadloadloadload').toString('base64')}`;

describeUnless(ROUNDS > 0 ? noPooler : 'LOAD_REPLICAS is not set', 'Ten processes with a pooler and two replicas', () => {
  let servers: PrivateServer[];
  let pooler: Pooler;
  let service: Service;
  // each request uses its own connection, and so reaches the next process
  const agent = new Agent({ pipelining: 0, connections: 64, headersTimeout: 60_000, bodyTimeout: 60_000 });

  beforeAll(async () => {
    const settings = { fsync: 'off', max_connections: '150', wal_level: 'replica' };
    const primary = await privateServer(settings);
    servers = [primary, await privateServer(settings, primary), await privateServer(settings, primary)];
    pooler = await startPooler(primary.url, 40);
    service = await startService(pooler.through(primary.url), {
      DIRECT_DATABASE_URL: primary.url,
      DATABASE_REPLICA_URLS: servers
        .slice(1)
        .map(({ url }) => url)
        .join(),
      WORKERS: String(PROCESSES),
      LOG_LEVEL: 'warn',
    });
    await sleep(10_000);
  }, 300_000);
  afterAll(async () => {
    await service?.stop();
    await agent.destroy();
    await pooler?.close();
    for (const server of [...(servers ?? [])].reverse()) await server.close();
  });

  const failed: string[] = [];
  const unseen: string[] = [];
  const took: number[] = [];
  let sent = 0;

  // oxlint-disable-next-line typescript/no-explicit-any -- responses are looked into freely
  async function ask(path: string, body?: unknown): Promise<any> {
    const begun = performance.now();
    sent += 1;
    try {
      const answer = await request(service.url + path, {
        dispatcher: agent,
        reset: true,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 400) failed.push(`${answer.statusCode} ${path} ${text.slice(0, 200)}`);
      return JSON.parse(text);
    } catch (error) {
      failed.push(`${path} ${String(error)}`);
      return undefined;
    } finally {
      took.push(performance.now() - begun);
    }
  }

  /** Writes a value and reads it at once in three ways, each from another process. */
  async function round(i: number): Promise<void> {
    const title = `Written ${i}`;
    const made = await ask('/rest/core/v2/posts', { title, status: 'publish' });
    if (!made) return;
    const [one, list, connection] = await Promise.all([
      ask(`/rest/core/v2/posts/${made.id}`),
      ask(`/rest/core/v2/posts?include[]=${made.id}`),
      ask('/graphql', { query: '{ posts(first: 20) { nodes { databaseId } } }' }),
    ]);
    if (one?.title?.rendered !== title) unseen.push(`${title}: by itself`);
    if (list?.[0]?.id !== made.id) unseen.push(`${title}: in a list`);
    const found = connection?.data?.posts?.nodes?.some(({ databaseId }: { databaseId: number }) => databaseId === made.id);
    if (!found) unseen.push(`${title}: in GraphQL`);
    await ask(`/rest/core/v2/posts/${made.id}`, { title: `${title} again` });
    const again = await ask(`/rest/core/v2/posts/${made.id}`);
    if (again?.title?.rendered !== `${title} again`) unseen.push(`${title}: changed`);
  }

  async function rounds(from: number, to: number): Promise<void> {
    let next = from;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < to) await round(next++);
      }),
    );
  }

  /** Returns the sum of a metric over all processes. May need several requests on a busy machine. */
  async function metric(name: string): Promise<number> {
    for (;;) {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      if (line) return Number(line.slice(name.length + 1));
      await sleep(500);
    }
  }

  it('show every write at once in every process, even while a replica is killed and restarted', async () => {
    const begun = performance.now();
    await rounds(0, ROUNDS);
    const calm = { sent, seconds: (performance.now() - begun) / 1000 };
    took.sort((a, b) => a - b);
    const [median, p99] = [0.5, 0.99].map((part) => Math.round(took[Math.floor(took.length * part)]!));
    const there = await metric('marquee_database_reads_total{target="replica"}');
    const here = await metric('marquee_database_reads_total{target="primary"}');

    const load = rounds(ROUNDS, 2 * ROUNDS);
    await sleep(1000);
    await servers[1]!.kill();
    await load;
    const ready = (await (await fetch(`${service.url}/health/ready`)).json()) as { replicas: { state: string }[] };
    expect(ready.replicas.map(({ state }) => state)).toEqual(['lost', 'serving']);
    await servers[1]!.start();
    await rounds(2 * ROUNDS, 2 * ROUNDS + 20);

    process.stdout.write(
      `${calm.sent} requests in ${Math.round(calm.seconds)} s (${Math.round(calm.sent / calm.seconds)}/s), median ${median} ms, p99 ${p99} ms; reads: ${there} at replicas, ${here} at the primary. With a replica killed: ${sent - calm.sent} more, ${failed.length} failed, ${unseen.length} unseen\n`,
    );
    expect(failed.slice(0, 20)).toEqual([]);
    expect(unseen.slice(0, 20)).toEqual([]);
    expect(there).toBeGreaterThan(here);
    await expect.poll(() => metric('marquee_replica_left_out{replica="1"}'), { interval: 500 }).toBe(0);
  }, 600_000);
});
