import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import { isRetryable } from '../../src/core/db/errors.ts';
import { openTestDatabase } from '../support/database.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ transactionTimeoutMs: 4_000 });
  await db.prisma.$executeRaw`CREATE TABLE parent (id int PRIMARY KEY)`;
  await db.prisma.$executeRaw`CREATE TABLE child (parent_id int REFERENCES parent DEFERRABLE INITIALLY DEFERRED)`;
});
afterAll(() => db.close());
beforeEach(() => db.prisma.setting.deleteMany());

const keys = async () => (await db.prisma.setting.findMany({ orderBy: { key: 'asc' } })).map((setting) => setting.key);

describe('Transaction', () => {
  it('is stored completely once acknowledged, and changes nothing if it fails', async () => {
    await db.transaction(async (tx) => {
      await tx.setting.create({ data: { key: 'a', value: 1 } });
      await tx.setting.create({ data: { key: 'b', value: 1 } });
    });
    const failing = db.transaction(async (tx) => {
      await tx.setting.create({ data: { key: 'c', value: 1 } });
      throw new Error('cancelled');
    });
    await expect(failing).rejects.toThrow('cancelled');
    expect(await keys()).toEqual(['a', 'b']);
  });

  it('is refused if it hides a failed statement', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.setting.create({ data: { key: 'lost', value: 1 } });
      await tx.$queryRaw`SELECT 1/0`.catch(() => undefined);
    });
    await expect(failing).rejects.toThrow();
    expect(await keys()).toEqual([]);
    await expect(db.transaction((tx) => tx.setting.create({ data: { key: 'next', value: 1 } }))).resolves.toMatchObject({ key: 'next' });
  });

  it('is refused if it fails at commit', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.setting.create({ data: { key: 'dangling', value: 1 } });
      await tx.$executeRaw`INSERT INTO child VALUES (1)`;
    });
    await expect(failing).rejects.toThrow();
    expect(await keys()).toEqual([]);
  });

  it('leaves the database usable after a timeout', async () => {
    const slow = db.transaction(
      async (tx) => {
        await tx.setting.create({ data: { key: 'slow', value: 1 } });
        await new Promise((resolve) => setTimeout(resolve, 400));
        await tx.setting.create({ data: { key: 'slower', value: 1 } });
      },
      { timeout: 200 },
    );
    await expect(slow).rejects.toThrow(/expired|closed|timeout/i);
    await db.transaction((tx) => tx.setting.create({ data: { key: 'after', value: 1 } }));
    expect(await keys()).toEqual(['after']);
  });

  it('is retried after a serialization failure', async () => {
    await db.prisma.setting.create({ data: { key: 'counter', value: 0 } });
    let runs = 0;
    let reads = 0;
    // both read before either writes, independent of the speed of the machine
    const bothHaveRead = Promise.withResolvers<void>();
    const increment = () =>
      db.transaction(
        async (tx) => {
          runs += 1;
          const { value } = await tx.setting.findUniqueOrThrow({ where: { key: 'counter' } });
          reads += 1;
          if (reads === 2) bothHaveRead.resolve();
          await bothHaveRead.promise;
          await tx.setting.update({ where: { key: 'counter' }, data: { value: (value as number) + 1 } });
        },
        { isolationLevel: 'Serializable' },
      );
    await Promise.all([increment(), increment(), increment()]);
    expect((await db.prisma.setting.findUniqueOrThrow({ where: { key: 'counter' } })).value).toBe(3);
    expect(runs).toBeGreaterThan(3);
  });

  it('gives up after five serialization failures and throws the last one', async () => {
    let runs = 0;
    const failing = db.transaction(async (tx) => {
      runs += 1;
      await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`;
    });
    expect(isRetryable(await failing.catch((error: unknown) => error))).toBe(true);
    expect(runs).toBe(5);
  });

  it('refuses statements on the outer client, which would deadlock', async () => {
    await expect(db.transaction(() => db.sql('SELECT 1'))).rejects.toThrow(/use rowsIn/);
    await expect(db.transaction(() => db.transaction(async () => 1))).rejects.toThrow(/pass its tx on/);
    await expect(db.sql('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('sells the last ten seats to exactly ten of fifty buyers', async () => {
    await db.prisma.$executeRaw`CREATE TABLE seats (stock int)`;
    await db.prisma.$executeRaw`INSERT INTO seats VALUES (10)`;
    const buy = () => db.transaction((tx) => tx.$queryRaw<unknown[]>`UPDATE seats SET stock = stock - 1 WHERE stock >= 1 RETURNING stock`);
    const purchases = await Promise.all(Array.from({ length: 50 }, buy));
    expect(purchases.filter((rows) => rows.length === 1)).toHaveLength(10);
  });
});

describe('Notifications', () => {
  const waitUntil = async (isDone: () => boolean) => {
    for (let i = 0; i < 200 && !isDone(); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('reach listeners after commit, never after rollback, and not after stopping', async () => {
    const received: string[] = [];
    const stop = await db.listen('changes', (payload) => received.push(payload));
    await db.transaction((tx) => tx.$executeRaw`SELECT pg_notify('changes', 'committed')`);
    await db
      .transaction(async (tx) => {
        await tx.$executeRaw`SELECT pg_notify('changes', 'rolled back')`;
        throw new Error('no');
      })
      .catch(() => undefined);
    await db.sql(`SELECT pg_notify('changes', 'direct')`);
    await waitUntil(() => received.length >= 2);
    expect(received).toEqual(['committed', 'direct']);
    await stop();
    await db.sql(`SELECT pg_notify('changes', 'after stopping')`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(received).toEqual(['committed', 'direct']);
  });

  it('reach every listener of their channel only', async () => {
    const received: string[] = [];
    const stops = [
      await db.listen('one', (payload) => received.push(`a:${payload}`)),
      await db.listen('one', (payload) => received.push(`b:${payload}`)),
      await db.listen('two', (payload) => received.push(`c:${payload}`)),
    ];
    await db.sql(`SELECT pg_notify('one', 'x')`);
    await waitUntil(() => received.length >= 2);
    expect(received.sort()).toEqual(['a:x', 'b:x']);
    await Promise.all(stops.map((stop) => stop()));
  });

  it('refuse an invalid channel name', () => {
    expect(() => db.listen('x; DROP TABLE content', () => undefined)).toThrow(RangeError);
  });
});
