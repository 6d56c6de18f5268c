import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { DatabaseError } from '../../src/core/db/errors.ts';
import { migration, readMigrations } from '../../src/core/db/migrations/directory.ts';
import { openPGlite } from '../../src/core/db/embedded-client.ts';
import { copyPrepared, preparedDatabase } from '../../src/core/db/prepared-database.ts';
import { startWriter } from './writer-process.ts';
import { describeUnless, noEmbedded } from '../support/needs.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-embedded-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  return (error as DatabaseError).message;
};

describeUnless(noEmbedded, 'an embedded directory', () => {
  it('is made with its parents, keeps what was written and is free again after closing', async () => {
    const url = `pglite:${join(folder, 'new', 'site')}`;
    const first = await openDatabase({ url });
    await first.prisma.setting.create({ data: { key: 'kept', value: 1 } });
    await first.close();
    const second = await openDatabase({ url });
    expect(await second.prisma.setting.count()).toBe(1);
    expect(second.directory).toBe(join(folder, 'new', 'site'));
    await second.close();
  });

  it('is refused to a second process with the pid of the first and what to do', async () => {
    const directory = join(folder, 'owned');
    const owner = await startWriter(`pglite:${directory}`);
    try {
      const sentence = await refusal(openDatabase({ url: `pglite:${directory}` }));
      expect(sentence).toContain(`process ${owner.child.pid}`);
      expect(sentence).toMatch(/already running.*stop it first \(kill \d+\).*DATABASE_URL=pglite:/);
    } finally {
      await owner.kill();
    }
    await (await openDatabase({ url: `pglite:${directory}` })).close();
  });

  it('is refused twice to the same process, also under another path', async () => {
    const directory = join(folder, 'twice');
    const db = await openDatabase({ url: `pglite:${directory}` });
    expect(await refusal(openDatabase({ url: `pglite:${folder}/./other/../twice/` }))).toContain(`process ${process.pid}`);
    await db.close();
  });

  it('of which only a half was made is made again', async () => {
    const directory = join(folder, 'half');
    await mkdir(join(directory, 'postgres.new', 'base'), { recursive: true });
    const db = await openDatabase({ url: `pglite:${directory}` });
    expect(await db.health()).toBe('ok');
    await db.close();
    expect(existsSync(join(directory, 'postgres.new'))).toBe(false);
  });

  it('of another PostgreSQL version is refused in words', async () => {
    const directory = join(folder, 'old');
    await mkdir(join(directory, 'postgres'), { recursive: true });
    await writeFile(join(directory, 'postgres', 'PG_VERSION'), '16\n');
    expect(await refusal(openDatabase({ url: `pglite:${directory}` }))).toContain('PostgreSQL 16');
  });

  it('that several begin with in memory: none sees what another writes, and the next has what was written there meanwhile', async () => {
    const directory = join(folder, 'begun');
    const url = `pglite:memory:${directory}`;
    await (await openDatabase({ url: `pglite:${directory}` })).close();
    const [one, other] = [await openDatabase({ url }), await openDatabase({ url })];
    await one.prisma.setting.create({ data: { key: 'own', value: 1 } });
    const later = await openDatabase({ url });
    const counts = [];
    for (const db of [one, other, later]) counts.push(await db.prisma.setting.count());
    for (const db of [one, other, later]) await db.close();
    expect(counts).toEqual([1, 0, 0]);
    const there = await openDatabase({ url: `pglite:${directory}` });
    await there.prisma.setting.create({ data: { key: 'kept', value: 1 } });
    await there.close();
    const next = await openDatabase({ url });
    expect((await next.prisma.setting.findMany()).map(({ key }) => key)).toEqual(['kept']);
    await next.close();
  });

  it('opens new and in memory without building the database: all of them begin as copies of one', async () => {
    const built = async (url: string) => {
      const db = await openDatabase({ url });
      try {
        return await db.sql('SELECT migration_name, finished_at FROM _prisma_migrations ORDER BY migration_name');
      } finally {
        await db.close();
      }
    };
    const there = await built(`pglite:${join(folder, 'copied')}`);
    expect(there).toHaveLength(readMigrations().length);
    expect(await built('pglite:memory')).toEqual(there);
  });
});

describeUnless(noEmbedded, 'the prepared database', () => {
  it('is made once when several ask at the same time, is whole, and is another one for other migrations', async () => {
    const cache = join(folder, 'cache');
    const migrations = [migration('1_a', 'CREATE TABLE a (id int)')];
    const made = await Promise.all([preparedDatabase(migrations, cache), preparedDatabase(migrations, cache)]);
    expect(made[0]).toEqual(made[1]);
    expect(await readdir(cache)).toHaveLength(1);
    expect(existsSync(join(made[0].directory, 'PG_VERSION'))).toBe(true);
    const other = await preparedDatabase([migration('1_a', 'CREATE TABLE a (id int, more int)')], cache);
    expect(other.directory).not.toBe(made[0].directory);
  });

  it('holds one database: copies have no files of templates, whose transactions nobody could freeze', async () => {
    const prepared = await preparedDatabase([migration('1_a', 'CREATE TABLE a (id int)')], join(folder, 'cache'));
    expect(await readdir(join(prepared.directory, 'base'))).toHaveLength(1);
    const copy = join(folder, 'one database');
    await copyPrepared(prepared, copy);
    await expect(copyPrepared(prepared, copy)).rejects.toThrow(/exist/i);
    const client = await openPGlite({ directory: copy });
    try {
      await client.query('VACUUM FREEZE');
      const { rows } = await client.query('SELECT datname, age(datfrozenxid) < 100 AS young FROM pg_database');
      expect(rows).toEqual([{ datname: 'postgres', young: true }]);
    } finally {
      await client.close();
    }
  });
});

describe('an address', () => {
  it('that is none of the three kinds is refused in words', async () => {
    expect(await refusal(openDatabase({ url: 'mysql://x' }))).toContain('pglite:<directory>, pglite:memory or postgres://');
  });
});

describeUnless(noEmbedded, 'statements that are asked for one after the other', () => {
  it('let timers, sockets and child processes in between', async () => {
    const client = await openPGlite();
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    const until = performance.now() + 300;
    while (performance.now() < until) await client.query('SELECT 1');
    clearInterval(counting);
    await client.close();
    expect(turns).toBeGreaterThan(5);
  });
});
