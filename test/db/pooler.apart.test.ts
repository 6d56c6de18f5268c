import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findFailureMessage } from '../../src/cli/failure-message.ts';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/core/db/database.ts';
import { createTestDatabase } from '../support/database.ts';
import { describeUnless, missingPooler } from '../support/needs.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { runOnServer } from '../support/server.ts';
import { type Service, startService } from '../support/service.ts';

it('DIRECT_DATABASE_URL requires a DATABASE_URL', () => {
  const read = () => readConfig({ DIRECT_DATABASE_URL: 'postgres://somewhere/site' });
  expect(read).toThrow(/DIRECT_DATABASE_URL: is for a DATABASE_URL that leads to a pooler/);
});

describeUnless(missingPooler, 'Behind PgBouncer in transaction mode', () => {
  let pooler: Pooler;
  let directUrl: string;
  let drop: () => Promise<void>;
  let services: Service[];

  beforeAll(async () => {
    ({ url: directUrl, drop } = await createTestDatabase());
    // fewer connections than the processes use, so that the session changes between transactions
    pooler = await startPooler(inject('databaseServer'), 3);
    const environment = { DIRECT_DATABASE_URL: directUrl, DATABASE_POOL: '6' };
    services = [await startService(pooler.through(directUrl), environment)];
    services.push(await startService(pooler.through(directUrl), environment));
  });
  afterAll(async () => {
    for (const service of services ?? []) await service.stop();
    await pooler?.close();
    await drop?.();
  });

  it("two processes write and read alternately and see each other's writes", async () => {
    const titles = Array.from({ length: 40 }, (_, n) => `Pooled ${n}`);
    const created = await Promise.all(
      titles.map((title, n) => services[n % 2]!.rest('POST', '/core/v2/posts', { body: { title, status: 'publish' } })),
    );
    expect(created.map(({ status }) => status)).toEqual(titles.map(() => 201));
    const read = await Promise.all(created.map(({ body }, n) => services[(n + 1) % 2]!.rest('GET', `/core/v2/posts/${body.id}`)));
    expect(read.map(({ body }) => body.title.rendered)).toEqual(titles);
    const lists = await Promise.all(
      titles.map((_, n) => services[n % 2]!.rest('GET', '/core/v2/posts', { query: { per_page: 5, search: 'Pooled', page: 1 + (n % 8) } })),
    );
    expect(lists.map(({ status, body }) => [status, body.length])).toEqual(titles.map(() => [200, 5]));
  });

  it('processes notify each other of changed settings', async () => {
    const changed = await services[0]!.rest('POST', '/core/v2/settings', { body: { title: 'Pooled hall' } });
    expect(changed.status).toBe(200);
    await expect.poll(async () => (await services[1]!.rest('GET', '/')).body.name).toBe('Pooled hall');
  });

  it('every session has the required settings', async () => {
    const database = await openDatabase({ url: pooler.through(directUrl), directUrl: directUrl });
    try {
      const results = await Promise.all(
        Array.from({ length: 9 }, () => database.sql<{ zone: string }>("SELECT current_setting('TimeZone') AS zone, pg_sleep(0.02)")),
      );
      expect(new Set(results.map(([row]) => row!.zone))).toEqual(new Set(['UTC']));
    } finally {
      await database.close();
    }
  });

  it('a missing setting is reported', async () => {
    const openingMessage = (options: Parameters<typeof openDatabase>[0]) =>
      openDatabase(options).then(
        async (database) => (await database.close(), 'opened'),
        (error: unknown) => findFailureMessage(error),
      );
    expect(await openingMessage({ url: pooler.through(directUrl) })).toMatch(/^DATABASE_URL leads to a pooler .* DIRECT_DATABASE_URL/);
    const name = new URL(directUrl).pathname.slice(1);
    await runOnServer(inject('databaseServer'), `ALTER DATABASE ${name} SET intervalstyle = 'iso_8601'`);
    const otherPooler = await startPooler(inject('databaseServer'), 2);
    try {
      expect(await openingMessage({ url: otherPooler.through(directUrl), directUrl: directUrl })).toMatch(
        /^Behind the pooler IntervalStyle is "iso_8601"\. Run on the server: ALTER ROLE .* SET intervalstyle = 'postgres'/,
      );
    } finally {
      await otherPooler.close();
      await runOnServer(inject('databaseServer'), `ALTER DATABASE ${name} RESET intervalstyle`);
    }
  });
});
