import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import { isDatabaseDown } from '../../src/core/db/errors.ts';
import { createTestDatabase } from '../support/database.ts';
import { type FlakyServer, startFlakyServer } from '../support/flaky-server.ts';
import { runOnServer } from '../support/server.ts';

describe('Database server outage', () => {
  let directUrl: string;
  let drop: () => Promise<void>;
  let server: FlakyServer;
  let db: Database;
  const unhandled: unknown[] = [];
  const recordError = (error: unknown) => unhandled.push(error);

  beforeAll(async () => {
    process.on('unhandledRejection', recordError);
    process.on('uncaughtException', recordError);
    ({ url: directUrl, drop } = await createTestDatabase());
    server = await startFlakyServer(directUrl);
    db = await openDatabase({ url: server.url, maxConnections: 4 });
  });
  afterAll(async () => {
    await db.close();
    await server.close();
    await drop();
    process.off('unhandledRejection', recordError);
    process.off('uncaughtException', recordError);
  });

  const operations: Record<string, () => Promise<unknown>> = {
    'a Prisma query': () => db.prisma.setting.findMany(),
    'a Prisma write': () => db.prisma.setting.create({ data: { key: `k${Math.random()}`, value: 1 } }),
    'raw SQL': () => db.prisma.$queryRaw`SELECT 1`,
    'a direct statement': () => db.sql('SELECT 1', [], 'one'),
    'a transaction': () => db.transaction((tx) => tx.setting.findMany()),
  };
  const waitUntil = async (isDone: () => boolean | Promise<boolean>) => {
    for (let i = 0; i < 400 && !(await isDone()); i += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  };
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('succeeded'),
      (error: unknown) => error,
    );

  it('fails requests with a recognizable error and recovers, twice', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (const run of Object.values(operations)) await run();
      await server.interrupt();
      expect(await db.health()).toBe('unavailable');
      for (const [name, run] of Object.entries(operations)) {
        const error = await failure(run());
        expect(isDatabaseDown(error), `${name}: ${String(error)}`).toBe(true);
      }
      await server.restore();
      for (const [name, run] of Object.entries(operations)) await expect(run(), name).resolves.toBeDefined();
      expect(await db.health()).toBe('ok');
    }
  });

  it('fails running statements', async () => {
    const running = [
      failure(db.sql('SELECT pg_sleep(5)')),
      failure(db.prisma.$queryRaw`SELECT pg_sleep(5)::text`),
      failure(db.transaction(async (tx) => tx.$queryRaw`SELECT pg_sleep(5)::text`)),
    ];
    await new Promise((resolve) => setTimeout(resolve, 200));
    await server.interrupt();
    for (const error of await Promise.all(running)) expect(isDatabaseDown(error), String(error)).toBe(true);
    await server.restore();
    await waitUntil(async () => (await db.health()) === 'ok');
    expect(await db.health()).toBe('ok');
  });

  it('has the same result if only the sessions of the service are ended', async () => {
    const running = failure(db.transaction(async (tx) => tx.$queryRaw`SELECT pg_sleep(5)::text`));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await runOnServer(
      directUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    expect(isDatabaseDown(await running)).toBe(true);
    await waitUntil(async () => (await db.health()) === 'ok');
    for (const run of Object.values(operations)) await run();
  });

  it('reconnects notifications and reports that some may be missing', async () => {
    const received: string[] = [];
    let gaps = 0;
    const stop = await db.listen(
      'news',
      (payload) => received.push(payload),
      () => (gaps += 1),
    );
    await server.interrupt();
    await server.restore();
    await waitUntil(() => gaps > 0);
    await db.sql(`SELECT pg_notify('news', 'again')`);
    await waitUntil(() => received.length > 0);
    expect({ received, gaps }).toEqual({ received: ['again'], gaps: 1 });
    await stop();
  });

  it('is distinguished from statement errors', async () => {
    expect(isDatabaseDown(await failure(db.sql('SELECT 1/0')))).toBe(false);
    expect(isDatabaseDown(await failure(db.prisma.setting.update({ where: { key: 'none' }, data: { value: 1 } })))).toBe(false);
  });

  it('is recognizable when opening the database', async () => {
    await server.interrupt();
    expect(isDatabaseDown(await failure(openDatabase({ url: server.url })))).toBe(true);
    await server.restore();
  });

  it('never causes an unhandled error', () => {
    expect(unhandled).toEqual([]);
  });
});
