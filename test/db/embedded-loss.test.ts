import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase, type Tx } from '../../src/core/db/database.ts';
import { isDatabaseDown } from '../../src/core/db/errors.ts';
import { describeUnless, noEmbedded } from '../support/needs.ts';

describeUnless(noEmbedded, 'an embedded database whose disk goes away', () => {
  let folder: string;
  let db: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'marquee-loss-'));
    db = await openDatabase({ url: `pglite:${folder}` });
  });
  afterAll(async () => {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  });

  const log = () => join(folder, 'postgres', 'pg_wal');
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('succeeded'),
      (error: unknown) => error,
    );
  const put = (key: string) => db.prisma.setting.create({ data: { key, value: 1 } });
  const untilBack = async () => {
    for (let i = 0; i < 400 && (await db.health()) !== 'ok'; i += 1) await new Promise((resolve) => setTimeout(resolve, 25));
    expect(await db.health()).toBe('ok');
  };
  /** PostgreSQL ends itself when it cannot write its log. */
  const loseIt = async () => {
    await rename(log(), `${log()}.away`);
    await failure(db.sql('SELECT pg_switch_wal()').then(() => put('never')));
  };
  /** More than PostgreSQL keeps in memory of its log. */
  const muchLog = (tx: Tx) => tx.$executeRaw`
    INSERT INTO setting SELECT 'big ' || n, (SELECT to_jsonb(string_agg(md5(random()::text), '')) FROM generate_series(1, 3000)) FROM generate_series(1, 200) n`;
  const giveItBack = async () => {
    await rm(log(), { recursive: true, force: true });
    await rename(`${log()}.away`, log());
  };

  it('fails what is asked meanwhile in a way that is recognised, and works again when it is back, twice over', async () => {
    const heard: string[] = [];
    let gaps = 0;
    await db.listen(
      'news',
      (payload) => heard.push(payload),
      () => (gaps += 1),
    );
    for (let round = 1; round <= 2; round += 1) {
      await put(`kept-${round}`);
      await loseIt();
      expect(await db.health()).toBe('unavailable');
      for (const work of [put('no'), db.sql('SELECT 1'), db.transaction((tx) => tx.setting.findMany()), db.prisma.$queryRaw`SELECT 1`]) {
        const error = await failure(work);
        expect(isDatabaseDown(error), String(error)).toBe(true);
      }
      await giveItBack();
      await untilBack();
      await put(`after-${round}`);
      await db.sql(`SELECT pg_notify('news', $1)`, [String(round)]);
    }
    expect((await db.prisma.setting.findMany({ orderBy: { key: 'asc' } })).map(({ key }) => key)).toEqual([
      'after-1',
      'after-2',
      'kept-1',
      'kept-2',
    ]);
    expect({ heard, gaps }).toEqual({ heard: ['1', '2'], gaps: 2 });
  });

  it('does not continue a transaction that was open at that moment', async () => {
    const cut = db.transaction(async (tx) => {
      await tx.setting.create({ data: { key: 'first half', value: 1 } });
      await rename(log(), `${log()}.away`);
      expect(isDatabaseDown(await failure(tx.$executeRaw`SELECT pg_switch_wal()`.then(() => muchLog(tx))))).toBe(true);
      await giveItBack();
      await new Promise((resolve) => setTimeout(resolve, 500));
      await tx.setting.create({ data: { key: 'second half', value: 1 } });
    });
    const error = await failure(cut);
    expect(isDatabaseDown(error), String(error)).toBe(true);
    await untilBack();
    expect(await db.prisma.setting.count({ where: { key: { endsWith: 'half' } } })).toBe(0);
  });

  it('keeps everything for the next start', async () => {
    await db.close();
    db = await openDatabase({ url: `pglite:${folder}` });
    expect(await db.prisma.setting.count({ where: { key: { startsWith: 'kept' } } })).toBe(2);
  });
});
