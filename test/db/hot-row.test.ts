import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseBusyError, isDatabaseBusy } from '../../src/core/db/errors.ts';
import { createServerConfig } from '../../src/core/db/server.ts';
import { toUnexpectedFailure } from '../../src/core/db/unexpected-failure.ts';
import { limitWriters, getDefaultWriters } from '../../src/core/db/writers.ts';
import { createLog } from '../../src/core/logging/log.ts';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import { type TestDatabase, createTestDatabase } from '../support/database.ts';

it('Writers run in order of arrival and do not wait indefinitely', async () => {
  expect([1, 2, 4, 10, 40].map(getDefaultWriters)).toEqual([1, 1, 3, 8, 30]);
  const { acquire, run, getCounts } = limitWriters(2, 50);
  const [leaveFirst, leaveSecond] = [await acquire(), await acquire()];
  const timedOut = await run(async () => 'never').catch((error: unknown) => error);
  expect(timedOut).toBeInstanceOf(DatabaseBusyError);
  const order: number[] = [];
  const waiting = [1, 2].map((n) => run(async () => void order.push(n)));
  expect(getCounts()).toEqual({ writing: 2, waiting: 2 });
  leaveFirst();
  leaveFirst();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2]);
  leaveSecond();
  expect(getCounts()).toEqual({ writing: 0, waiting: 0 });
  // the error states that callers should retry later, like the error of an overload and unlike the error of an outage
  expect(toUnexpectedFailure(timedOut, createLog('silent'), 'a test')).toMatchObject({
    status: 503,
    message: 'The service is overloaded. Try again in a few seconds.',
    data: { retryAfter: 5 },
  });
});

describe('Fourteen transactions that wait for one row', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let lockHolder: pg.Client;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase({ url: testDatabase.url, maxConnections: 4, transactionWaitMs: 60_000, transactionTimeoutMs: 60_000 });
    await database.sql('CREATE TABLE hot (id int PRIMARY KEY, n int NOT NULL)');
    await database.sql('INSERT INTO hot VALUES (1, 0)');
    lockHolder = new pg.Client(createServerConfig(testDatabase.url));
    await lockHolder.connect();
  });
  afterAll(async () => {
    await lockHolder?.end();
    await database?.close();
    await testDatabase?.drop();
  });

  it('do not block readers, and all complete', async () => {
    await lockHolder.query('BEGIN');
    await lockHolder.query('UPDATE hot SET n = n + 1');
    let finishedCount = 0;
    const writers = Array.from({ length: 14 }, async (_, i) => {
      if (i % 2 === 0) await database.transaction((tx) => tx.$executeRawUnsafe('UPDATE hot SET n = n + 1'));
      else await database.sql('UPDATE hot SET n = n + 1');
      finishedCount += 1;
    });
    await expect.poll(() => database.connections().writing).toBe(3);
    for (let i = 0; i < 20; i += 1) {
      expect(await database.sql('SELECT n FROM hot')).toEqual([{ n: 0 }]);
      expect(await database.prisma.setting.count()).toBeGreaterThanOrEqual(0);
    }
    expect(finishedCount).toBe(0);
    expect(database.connections()).toMatchObject({ writing: 3, waiting: 11 });
    await lockHolder.query('COMMIT');
    await Promise.all(writers);
    expect(await database.sql('SELECT n FROM hot')).toEqual([{ n: 15 }]);
    expect(database.connections()).toMatchObject({ writing: 0, waiting: 0 });
  });

  it('release their position in the queue even if they fail or time out', async () => {
    await expect(database.transaction((tx) => tx.$executeRawUnsafe('UPDATE hot SET n = 1 / 0'))).rejects.toThrow();
    await expect(database.sql('UPDATE hot SET n = 1 / 0')).rejects.toThrow();
    const impatient = await openDatabase({
      url: testDatabase.url,
      maxConnections: 4,
      statementTimeoutMs: 500,
      transactionWaitMs: 200,
      transactionTimeoutMs: 400,
    });
    await lockHolder.query('BEGIN');
    await lockHolder.query('UPDATE hot SET n = n + 1');
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => impatient.transaction((tx) => tx.$executeRawUnsafe('UPDATE hot SET n = 0'))),
    );
    const reasons = results.map((result) => (result.status === 'rejected' ? result.reason : null) as unknown);
    expect(reasons.every((reason) => reason !== null)).toBe(true);
    expect(reasons.filter(isDatabaseBusy).length).toBeGreaterThan(0);
    await lockHolder.query('COMMIT');
    await expect.poll(() => impatient.connections()).toMatchObject({ writing: 0, waiting: 0 });
    expect(await impatient.transaction((tx) => tx.$executeRawUnsafe('UPDATE hot SET n = 7'))).toBe(1);
    await impatient.close();
  });
});
