import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import { startUpkeep, type Upkeep } from '../../src/core/db/embedded-upkeep.ts';
import { describeUnless, noEmbedded } from '../support/needs.ts';

describeUnless(noEmbedded, 'an embedded database that is written to for long', () => {
  let folder: string;
  let db: Database;
  let upkeep: Upkeep;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'marquee-upkeep-'));
    db = await openDatabase({ url: `pglite:${folder}` });
    // what is written is to be much, not to be compressed and hashed, which takes nine tenths of the time
    await db.sql('ALTER TABLE setting ALTER COLUMN value SET STORAGE EXTERNAL');
    await db.sql('ALTER TABLE setting DISABLE TRIGGER USER');
    upkeep = startUpkeep(db.embedded!);
    await upkeep.round();
  });
  afterAll(async () => {
    upkeep.stop();
    await db.close();
    await rm(folder, { recursive: true, force: true });
  });

  const logFiles = async () => (await readdir(join(folder, 'postgres', 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
  const write = (round: number) =>
    db.sql(
      `INSERT INTO setting SELECT format('%s-%s', $1::int4, n), (SELECT to_jsonb(string_agg(md5(random()::text), '')) FROM generate_series(1, 3000))
       FROM generate_series(1, 400) n`,
      [round],
    );

  it('keeps its log small and learns about its rows, without losing any', async () => {
    for (let round = 0; round < 6; round += 1) {
      await write(round);
      expect(await upkeep.round()).toBe(true);
    }
    expect(await logFiles()).toBeLessThanOrEqual(8);
    expect(await db.sql(`SELECT reltuples::int4 AS rows FROM pg_class WHERE relname = 'setting'`)).toEqual([{ rows: 2400 }]);
    expect(await db.prisma.setting.count()).toBe(2400);
  });

  it('is left alone while little is written', async () => {
    await db.prisma.setting.create({ data: { key: 'little', value: 1 } });
    expect(await upkeep.round()).toBe(false);
  });
});
