import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeUnless, missingPooler } from '../../support/needs.ts';
import { type Pooler, startPooler } from '../../support/pooler.ts';
import { type PrivateServer, startPrivateServer } from '../../support/private-server.ts';
import { type Service, startService } from '../../support/service.ts';

/** Rounds of one write and its reads. Ten processes and three servers need a whole machine, so the test runs on request only. */
const ROUNDS = Number(process.env['LOAD_REPLICAS'] ?? 0);
const PROCESSES = Number(process.env['LOAD_PROCESSES'] ?? 10);
const AT_ONCE = 8;

const authorization = `Basic ${Buffer.from('admin:loadloadloadloadloadload').toString('base64')}`;

describeUnless(ROUNDS > 0 ? missingPooler : 'LOAD_REPLICAS is not set', 'Ten processes with a pooler and two replicas', () => {
  let servers: PrivateServer[];
  let pooler: Pooler;
  let service: Service;
  // each request uses its own connection, and so reaches the next process
  const agent = new Agent({ pipelining: 0, connections: 64, headersTimeout: 60_000, bodyTimeout: 60_000 });

  beforeAll(async () => {
    const settings = { fsync: 'off', max_connections: '150', wal_level: 'replica' };
    const primary = await startPrivateServer(settings);
    servers = [primary, await startPrivateServer(settings, primary), await startPrivateServer(settings, primary)];
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
  const missing: string[] = [];
  const durations: number[] = [];
  let sent = 0;

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  async function send(path: string, body?: unknown): Promise<any> {
    const startedAt = performance.now();
    sent += 1;
    try {
      const response = await request(service.url + path, {
        dispatcher: agent,
        reset: true,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.body.text();
      if (response.statusCode >= 400) failed.push(`${response.statusCode} ${path} ${text.slice(0, 200)}`);
      return JSON.parse(text);
    } catch (error) {
      failed.push(`${path} ${String(error)}`);
      return undefined;
    } finally {
      durations.push(performance.now() - startedAt);
    }
  }

  /** Writes a value and reads it at once in three ways, each from another process. */
  async function writeAndRead(i: number): Promise<void> {
    const title = `Written ${i}`;
    const created = await send('/rest/core/v2/posts', { title, status: 'publish' });
    if (!created) return;
    const [single, list, connection] = await Promise.all([
      send(`/rest/core/v2/posts/${created.id}`),
      send(`/rest/core/v2/posts?include[]=${created.id}`),
      send('/graphql', { query: '{ posts(first: 20) { nodes { databaseId } } }' }),
    ]);
    if (single?.title?.rendered !== title) missing.push(`${title}: as a single post`);
    if (list?.[0]?.id !== created.id) missing.push(`${title}: in a list`);
    const isFound = connection?.data?.posts?.nodes?.some(({ databaseId }: { databaseId: number }) => databaseId === created.id);
    if (!isFound) missing.push(`${title}: in GraphQL`);
    await send(`/rest/core/v2/posts/${created.id}`, { title: `${title} again` });
    const changed = await send(`/rest/core/v2/posts/${created.id}`);
    if (changed?.title?.rendered !== `${title} again`) missing.push(`${title}: changed`);
  }

  async function runRounds(from: number, to: number): Promise<void> {
    let next = from;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < to) await writeAndRead(next++);
      }),
    );
  }

  /** Returns the sum of a metric over all processes. On a busy machine, this may take several requests. */
  async function readMetric(name: string): Promise<number> {
    for (;;) {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
      if (line) return Number(line.slice(name.length + 1));
      await sleep(500);
    }
  }

  it('show every write at once in every process, even while a replica is killed and restarted', async () => {
    const startedAt = performance.now();
    await runRounds(0, ROUNDS);
    const undisturbed = { sent, seconds: (performance.now() - startedAt) / 1000 };
    durations.sort((a, b) => a - b);
    const [median, p99] = [0.5, 0.99].map((fraction) => Math.round(durations[Math.floor(durations.length * fraction)]!));
    const replicaReads = await readMetric('marquee_database_reads_total{target="replica"}');
    const primaryReads = await readMetric('marquee_database_reads_total{target="primary"}');

    const load = runRounds(ROUNDS, 2 * ROUNDS);
    await sleep(1000);
    await servers[1]!.kill();
    await load;
    const ready = (await (await fetch(`${service.url}/health/ready`)).json()) as { replicas: { state: string }[] };
    expect(ready.replicas.map(({ state }) => state)).toEqual(['lost', 'serving']);
    await servers[1]!.start();
    await runRounds(2 * ROUNDS, 2 * ROUNDS + 20);

    process.stdout.write(
      `${undisturbed.sent} requests in ${Math.round(undisturbed.seconds)} s (${Math.round(undisturbed.sent / undisturbed.seconds)}/s), median ${median} ms, p99 ${p99} ms; reads: ${replicaReads} at replicas, ${primaryReads} at the primary. With a replica killed: ${sent - undisturbed.sent} more, ${failed.length} failed, ${missing.length} missing\n`,
    );
    expect(failed.slice(0, 20)).toEqual([]);
    expect(missing.slice(0, 20)).toEqual([]);
    expect(replicaReads).toBeGreaterThan(primaryReads);
    await expect.poll(() => readMetric('marquee_replica_left_out{replica="1"}'), { interval: 500 }).toBe(0);
  }, 600_000);
});
