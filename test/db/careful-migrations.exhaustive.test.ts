import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { type Migration, migration, readMigrations } from '../../src/core/db/migrations/directory.ts';
import { migrateServer } from '../../src/core/db/migrations/on-server.ts';
import { serverConfig } from '../../src/core/db/server.ts';
import { siteDatabaseUrl, type TestDatabase } from '../support/database.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const NEXT = '29990101000000_next';

describe('Migration of a server in use', () => {
  let database: TestDatabase;
  let site: WholeSite;
  let client: pg.Client;
  let migrations: Migration[];
  beforeAll(async () => {
    database = await siteDatabaseUrl();
    site = await openWholeSite({ DATABASE_URL: database.url });
    client = new pg.Client(serverConfig(database.url));
    await client.connect();
    migrations = [...readMigrations(), migration(NEXT, 'ALTER TABLE setting ADD COLUMN extra int; CREATE TABLE extra (id int);')];
  });
  afterAll(async () => {
    await client.end();
    await site.close();
    await database.drop();
  });

  const ready = async () => (await site.http.inject('/health/ready')).json() as Record<string, unknown>;
  const read = async () => (await site.rest('GET', '/core/v2/posts')).status;
  const count = (table: string) => client.query(`SELECT FROM information_schema.tables WHERE table_name = '${table}'`);

  it('is not run by a start with migrations off, which reports the missing migration', async () => {
    await expect(migrateServer(database.url, { migrations, migrates: false })).rejects.toThrow(
      new RegExp(`lacks the migration ${NEXT}, .* npm run db:migrate`),
    );
    expect((await count('extra')).rowCount).toBe(0);
    const [first] = await client
      .query(`DELETE FROM _prisma_migrations WHERE migration_name = '${migrations.at(-2)!.name}' RETURNING *`)
      .then((r) => r.rows);
    await expect(openDatabase({ url: database.url, migrates: false })).rejects.toThrow(
      /leave its schema alone \(MIGRATE=off or --no-migrate\)/,
    );
    expect(await ready()).toMatchObject({ status: 'ok', migrations: 'behind', missingMigrations: [migrations.at(-2)!.name] });
    const names = Object.keys(first);
    await client.query(
      `INSERT INTO _prisma_migrations (${names.join()}) VALUES (${names.map((_, i) => `$${i + 1}`).join()})`,
      names.map((name) => first[name]),
    );
  });

  it('lets readers through between two attempts while a table is locked, and gives up without a trace', async () => {
    await client.query('BEGIN');
    await client.query('SELECT * FROM setting');
    const failed = expect(migrateServer(database.url, { migrations, waitMs: 2000 })).rejects.toThrow(/others hold its tables for long/);
    const waits: number[] = [];
    let isOver = false;
    void failed.then(() => (isOver = true));
    while (!isOver) {
      const begun = performance.now();
      await site.site.db.sql('SELECT count(*) FROM setting');
      waits.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await failed;
    // behind one attempt, never behind the transaction
    expect(Math.max(...waits)).toBeLessThan(2000);
    expect(Math.max(...waits)).toBeGreaterThan(200);
    expect((await count('extra')).rowCount).toBe(0);
  });

  it('continues when the table is free; the old process keeps running and reports the unknown migration', async () => {
    const applied = migrateServer(database.url, { migrations });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await client.query('COMMIT');
    expect(await applied).toEqual([NEXT]);
    expect(await read()).toBe(200);
    expect((await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Beside it' } })).status).toBe(201);
    expect(await ready()).toMatchObject({ status: 'ok', migrations: 'newer', unknownMigrations: [NEXT] });
  });
});
