import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { registerHooks } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { applyMigrations, readMigrationState, resolveMigration } from '../../src/core/db/migrations/apply.ts';
import { createMigration, readMigrations } from '../../src/core/db/migrations/directory.ts';
import { migrateServer } from '../../src/core/db/migrations/migrate-server.ts';
import { createServerConfig } from '../../src/core/db/server.ts';
import { createTestDatabase } from '../support/database.ts';
import { type EmptyDatabase, openEmptyDatabase } from '../support/empty-database.ts';
import { dropDatabase, createDatabaseName, withDatabaseName, runOnServer } from '../support/server.ts';

describe('Applying migrations', () => {
  let db: EmptyDatabase;
  const first = createMigration(
    '1_first',
    `CREATE TABLE thing (id int); CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END; $$;`,
  );
  const broken = createMigration('2_second', 'CREATE TABLE other (id int); SELECT 1/0;');
  const second = createMigration('2_second', 'CREATE TABLE other (id int);');
  beforeAll(async () => {
    db = await openEmptyDatabase();
  });
  afterAll(() => db.close());

  it('runs each migration once, in order, including function definitions', async () => {
    expect(await applyMigrations(db, [first])).toEqual(['1_first']);
    expect(await applyMigrations(db, [first])).toEqual([]);
    expect(await db.query('SELECT one()')).toEqual([{ one: 1 }]);
  });

  it('rolls back a failing script and reports its name and reason', async () => {
    await expect(applyMigrations(db, [first, broken])).rejects.toThrow(/2_second failed and was rolled back: .*division by zero/);
    await expect(db.query('SELECT * FROM other')).rejects.toThrow(/does not exist/);
    expect(await readMigrationState(db, [first, broken])).toEqual({ pending: ['2_second'], unfinished: [], unknown: [] });
  });

  it('applies the migration once the script is fixed', async () => {
    expect(await applyMigrations(db, [first, second])).toEqual(['2_second']);
    expect(await db.query('SELECT * FROM other')).toEqual([]);
  });

  it('refuses an edited migration', async () => {
    const edited = createMigration('1_first', 'CREATE TABLE thing (id bigint)');
    await expect(applyMigrations(db, [edited, second])).rejects.toThrow(/1_first was edited/);
  });

  it('refuses to settle a migration that was not interrupted', async () => {
    for (const name of ['2_second', 'nonsense'])
      await expect(resolveMigration(db, [first, second], name, 'rolled-back')).rejects.toThrow(
        new RegExp(`There is no interrupted migration "${name}". No migration of this database was interrupted.`),
      );
  });

  it('tolerates migrations of a newer version and names them', async () => {
    expect(await readMigrationState(db, [first])).toEqual({ pending: [], unfinished: [], unknown: ['2_second'] });
  });
});

// Earlier versions ran the script and recorded the migration separately, so that a killed process could leave one of these states.
describe('Interrupted migration', () => {
  let db: EmptyDatabase;
  beforeAll(async () => {
    db = await openEmptyDatabase();
    await applyMigrations(db, [first]);
  });
  afterAll(() => db.close());

  const first = createMigration('1_first', 'CREATE TABLE thing (id int);');
  const recordStart = (name: string) =>
    db.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES (gen_random_uuid(), 'x', '${name}')`);
  const isSettled = async (name: string) => (await readMigrationState(db, [createMigration(name, '')]).catch(() => null)) === null;

  it('is applied by the next start if its script had not run', async () => {
    await recordStart('2_second');
    const second = createMigration('2_second', 'CREATE TABLE second (id int);');
    expect(await applyMigrations(db, [first, second])).toEqual(['2_second']);
    expect(await db.query('SELECT * FROM second')).toEqual([]);
    expect(await readMigrationState(db, [first, second])).toEqual({ pending: [], unfinished: [], unknown: [] });
  });

  it('is recorded by the next start if its script had run', async () => {
    await recordStart('3_third');
    await db.script('CREATE TABLE third (id int); INSERT INTO third VALUES (1)');
    const third = createMigration('3_third', 'CREATE TABLE third (id int); INSERT INTO third VALUES (1);');
    await applyMigrations(db, [first, third]);
    expect(await db.query('SELECT * FROM third')).toEqual([{ id: 1 }]);
    expect(await isSettled('3_third')).toBe(true);
  });

  it('stops the start if its state is unclear, and the error names the commands that settle it', async () => {
    const data = createMigration('4_data', 'UPDATE thing SET id = id + 1;');
    await recordStart('4_data');
    await expect(applyMigrations(db, [first, data])).rejects.toThrow(/--applied 4_data; .* --rolled-back 4_data/);
    await resolveMigration(db, [first, data], '4_data', 'rolled-back');
    expect(await applyMigrations(db, [first, data])).toEqual(['4_data']);
    await db.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '4_data'`);
    await resolveMigration(db, [first, data], '4_data', 'applied');
    expect((await readMigrationState(db, [first, data])).pending).toEqual([]);
  });

  it('is completed if it runs outside of a transaction, and its invalid index is rebuilt', async () => {
    const index = createMigration('5_index', 'CREATE INDEX CONCURRENTLY thing_id ON thing (id);');
    const isValid = () =>
      db.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'thing_id'::regclass`).then(([row]) => row as { indisvalid: boolean });
    expect(await applyMigrations(db, [first, index])).toEqual(['5_index']);
    await db.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '5_index'`);
    await db.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'thing_id'::regclass`);
    expect(await applyMigrations(db, [first, index])).toEqual(['5_index']);
    expect(await isValid()).toEqual({ indisvalid: true });
  });
});

describe('Process killed while it migrates', () => {
  it('leaves a database that the next start completes automatically', async () => {
    const name = createDatabaseName();
    await runOnServer(inject('databaseServer'), `CREATE DATABASE ${name}`);
    const url = withDatabaseName(inject('databaseServer'), name);
    const slow = createMigration('1_slow', 'CREATE TABLE slow (id int); SELECT pg_sleep(2); INSERT INTO slow VALUES (1);');
    const program = `import { migrateServer } from ${JSON.stringify(new URL('../../src/core/db/migrations/migrate-server.ts', import.meta.url).href)};
      await migrateServer(${JSON.stringify(url)}, { migrations: [${JSON.stringify(slow)}] });`;
    const migrating = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    const exited = once(migrating, 'exit');
    const sleeping = `SELECT FROM pg_stat_activity WHERE datname = '${name}' AND query LIKE '%pg_sleep(2)%'`;
    const watcher = new pg.Client(createServerConfig(inject('databaseServer')));
    await watcher.connect();
    while ((await watcher.query(sleeping)).rowCount === 0) await sleep(20);
    migrating.kill('SIGKILL');
    await exited;
    await migrateServer(url, { migrations: [slow] });
    await watcher.end();
    const client = new pg.Client(createServerConfig(url));
    await client.connect();
    expect((await client.query('SELECT id FROM slow')).rows).toEqual([{ id: 1 }]);
    expect((await client.query('SELECT FROM _prisma_migrations WHERE finished_at IS NOT NULL')).rowCount).toBe(1);
    await client.end();
    await dropDatabase(inject('databaseServer'), name);
  });
});

describe('Start', () => {
  it('does not load the schema engine if the database is up to date', async () => {
    const importedModules: string[] = [];
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        importedModules.push(specifier);
        return next(specifier, context);
      },
    });
    const { url, drop } = await createTestDatabase();
    const db = await openDatabase({ url });
    await db.close();
    hooks.deregister();
    await drop();
    expect(importedModules.filter((specifier) => specifier.includes('schema-engine'))).toEqual([]);
  });

  it('migrates an empty database once for three processes', async () => {
    const name = createDatabaseName();
    const server = inject('databaseServer');
    await runOnServer(server, `CREATE DATABASE ${name}`);
    const url = withDatabaseName(server, name);
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url, maxConnections: 2 })));
    expect(await Promise.all(databases.map((db) => db.prisma.user.count()))).toEqual([0, 0, 0]);
    const rows = await databases[0]!.sql('SELECT migration_name FROM _prisma_migrations');
    expect(rows).toHaveLength(readMigrations().length);
    await Promise.all(databases.map((db) => db.close()));
    await dropDatabase(server, name);
  });
});
