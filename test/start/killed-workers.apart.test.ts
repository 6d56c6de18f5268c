import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSiteDatabase, type TestDatabase } from '../support/database.ts';
import { describeUnless, missingPooler } from '../support/needs.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { type Service, startService } from '../support/service.ts';

const KILLS = Number(process.env['LOAD_KILLS'] ?? 1);
/** Milliseconds between two requests, each over its own connection. */
const INTERVAL_MS = 100;
const MAX_MS = 5000;

const authorization = `Basic ${Buffer.from('admin:loadloadloadloadloadload').toString('base64')}`;

describeUnless(missingPooler, 'Two workers behind PgBouncer, one of which is killed,', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let service: Service;
  const agent = new Agent({ pipelining: 0, headersTimeout: 60_000, bodyTimeout: 60_000 });
  beforeAll(async () => {
    database = await createSiteDatabase();
    pooler = await startPooler(database.url, 20);
    service = await startService(pooler.through(database.url), {
      DIRECT_DATABASE_URL: database.url,
      WORKERS: '2',
      LOG_LEVEL: 'info',
      REQUEST_LOG: 'off',
    });
  });
  afterAll(async () => {
    await service?.kill();
    await agent.destroy();
    await pooler?.close();
    await database.drop();
  });

  const listWorkers = () =>
    readFileSync(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

  it(`respond to every request in less than ${MAX_MS / 1000} s while ${KILLS} processes are killed under load`, async () => {
    const durations: number[] = [];
    const results = { served: 0, interrupted: 0, other: [] as string[] };
    const send = async (number: number): Promise<void> => {
      const startedAt = performance.now();
      const isWrite = number % 2 === 0;
      try {
        const { statusCode, body } = await request(`${service.url}/rest/core/v2/posts?per_page=3`, {
          dispatcher: agent,
          method: isWrite ? 'POST' : 'GET',
          headers: {
            authorization,
            connection: 'close',
            ...(isWrite && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
          },
          ...(isWrite && { body: JSON.stringify({ title: `Post ${number}`, status: 'publish' }) }),
        });
        await body.dump();
        if (statusCode < 300) results.served += 1;
        else results.other.push(String(statusCode));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') results.interrupted += 1;
        else results.other.push(`${code} ${String(error)}`);
      }
      durations.push(performance.now() - startedAt);
    };
    const running = new Set<Promise<void>>();
    let sent = 0;
    const load = setInterval(() => {
      const sending = send((sent += 1));
      running.add(sending);
      void sending.finally(() => running.delete(sending));
    }, INTERVAL_MS);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await expect.poll(() => service.output().split('Server listening').length - 1, { timeout: 120_000 }).toBe(2 + kill);
      await sleep(1500);
      // the older process, which is replaced at once
      const [worker] = listWorkers() as [number];
      // a busy process with connections that it has not accepted
      process.kill(worker, 'SIGSTOP');
      await sleep(1000);
      process.kill(worker, 'SIGKILL');
      await sleep(1500);
    }
    clearInterval(load);
    await Promise.all(running);
    durations.sort((a, b) => b - a);
    process.stdout.write(
      `${KILLS} kills, ${sent} requests: ${results.served} served, ${results.interrupted} interrupted, longest ${durations.slice(0, 5).map(Math.round).join(', ')} ms\n`,
    );
    expect(results.other).toEqual([]);
    expect(durations[0]).toBeLessThan(MAX_MS);
  }, 3_600_000);
});
