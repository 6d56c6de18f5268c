import { registerHooks } from 'node:module';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { embeddedAdapter } from '../../src/core/db/embedded-adapter.ts';
import { openPGlite } from '../../src/core/db/embedded-client.ts';
import { applyMigrations, type MigrationTarget, migrationState, settleMigration } from '../../src/core/db/migrations/apply.ts';
import { migration, readMigrations } from '../../src/core/db/migrations/directory.ts';
import { serverAdapter } from '../../src/core/db/server-adapter.ts';
import { serverConfig } from '../../src/core/db/server.ts';
import { itUnless, noServer } from '../support/needs.ts';
import { dropDatabase, freshName, onDatabase, onServer, testServer } from '../support/server.ts';

interface Empty extends MigrationTarget {
  close: () => Promise<void>;
}

/** An empty database, embedded or on the test server. */
async function openEmpty(): Promise<Empty> {
  if (!testServer) {
    const client = await openPGlite();
    const query = async <Row>(sql: string) => (await client.query<Row>(sql)).rows;
    return { query, adapter: embeddedAdapter(client), close: () => client.close() };
  }
  const server = testServer;
  const name = freshName();
  await onServer(server, `CREATE DATABASE ${name}`);
  const pool = new pg.Pool({ ...serverConfig(onDatabase(server, name)), max: 1 });
  const query = async <Row>(sql: string) => (await pool.query(sql)).rows as Row[];
  const close = async () => {
    await pool.end();
    await dropDatabase(server, name);
  };
  return { query, adapter: serverAdapter(pool, () => undefined), close };
}

describe('applying migrations', () => {
  let db: Empty;
  const first = migration(
    '1_first',
    `CREATE TABLE thing (id int); CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END; $$;`,
  );
  const broken = migration('2_second', 'CREATE TABLE other (id int); SELECT 1/0;');
  const second = migration('2_second', 'CREATE TABLE other (id int);');
  beforeAll(async () => {
    db = await openEmpty();
  });
  afterAll(() => db.close());

  it('happens once, in order, with scripts that hold functions', async () => {
    expect(await applyMigrations(db, [first])).toEqual(['1_first']);
    expect(await applyMigrations(db, [first])).toEqual([]);
    expect(await db.query('SELECT one()')).toEqual([{ one: 1 }]);
  });

  it('of a script that fails leaves nothing of it, and the next start says what to do', async () => {
    await expect(applyMigrations(db, [first, broken])).rejects.toThrow(/division by zero/);
    await expect(db.query('SELECT * FROM other')).rejects.toThrow(/does not exist/);
    await expect(applyMigrations(db, [first, second])).rejects.toThrow(/2_second began .* --rolled-back 2_second/);
  });

  it('goes on once the failure is settled', async () => {
    await settleMigration(db.adapter, [first, second], '2_second', 'rolled-back');
    expect(await applyMigrations(db, [first, second])).toEqual(['2_second']);
    expect(await db.query('SELECT * FROM other')).toEqual([]);
  });

  it('is refused when an applied migration was edited', async () => {
    const edited = migration('1_first', 'CREATE TABLE thing (id bigint)');
    await expect(applyMigrations(db, [edited, second])).rejects.toThrow(/1_first was edited/);
  });

  it('tolerates migrations of a newer version and names them', async () => {
    expect(await migrationState(db, [first])).toEqual({ pending: [], unfinished: [], unknown: ['2_second'] });
  });
});

describe('a start', () => {
  it('on an up-to-date database does not load the schema engine', async () => {
    const loaded: string[] = [];
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        loaded.push(specifier);
        return next(specifier, context);
      },
    });
    const db = await openDatabase({ url: 'pglite:memory' });
    await db.close();
    hooks.deregister();
    expect(loaded.filter((specifier) => specifier.includes('schema-engine'))).toEqual([]);
  });

  itUnless(noServer, 'of three processes at once on an empty server migrates it once', async () => {
    const name = freshName();
    await onServer(testServer!, `CREATE DATABASE ${name}`);
    const url = onDatabase(testServer!, name);
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ url, max: 2 })));
    expect(await Promise.all(opened.map((db) => db.prisma.user.count()))).toEqual([0, 0, 0]);
    const rows = await opened[0]!.sql('SELECT migration_name FROM _prisma_migrations');
    expect(rows).toHaveLength(readMigrations().length);
    await Promise.all(opened.map((db) => db.close()));
    await dropDatabase(testServer!, name);
  });
});
