import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { type Migration, createMigration, readMigrations } from '../../src/core/db/migrations/directory.ts';
import { migrateServer } from '../../src/core/db/migrations/migrate-server.ts';
import { createServerConfig } from '../../src/core/db/server.ts';
import { createSiteDatabase, type TestDatabase } from '../support/database.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const NEXT = '29990101000000_next';

describe('Migration of a server in use', () => {
  let database: TestDatabase;
  let site: WholeSite;
  let client: pg.Client;
  let migrations: Migration[];
  beforeAll(async () => {
    database = await createSiteDatabase();
    site = await openWholeSite({ DATABASE_URL: database.url });
    client = new pg.Client(createServerConfig(database.url));
    await client.connect();
    migrations = [...readMigrations(), createMigration(NEXT, 'ALTER TABLE setting ADD COLUMN extra int; CREATE TABLE extra (id int);')];
  });
  afterAll(async () => {
    await client.end();
    await site.close();
    await database.drop();
  });

  const readiness = async () => (await site.http.inject('/health/ready')).json() as Record<string, unknown>;
  const readPosts = async () => (await site.rest('GET', '/core/v2/posts')).status;
  const findTable = (table: string) => client.query(`SELECT FROM information_schema.tables WHERE table_name = '${table}'`);

  it('is not run by a start with MIGRATE=off, which reports the missing migration', async () => {
    await expect(migrateServer(database.url, { migrations, applyMigrations: false })).rejects.toThrow(
      new RegExp(`lacks the migration ${NEXT}, .* npm run db:migrate`),
    );
    expect((await findTable('extra')).rowCount).toBe(0);
    const [deleted] = await client
      .query(`DELETE FROM _prisma_migrations WHERE migration_name = '${migrations.at(-2)!.name}' RETURNING *`)
      .then(({ rows }) => rows);
    await expect(openDatabase({ url: database.url, applyMigrations: false })).rejects.toThrow(
      /may not migrate it \(MIGRATE=off or --no-migrate\)/,
    );
    expect(await readiness()).toMatchObject({ status: 'ok', migrations: 'behind', missingMigrations: [migrations.at(-2)!.name] });
    const names = Object.keys(deleted);
    await client.query(
      `INSERT INTO _prisma_migrations (${names.join()}) VALUES (${names.map((_, i) => `$${i + 1}`).join()})`,
      names.map((name) => deleted[name]),
    );
  });

  it('does not block readers between two attempts while a table is locked, and gives up without changing anything', async () => {
    await client.query('BEGIN');
    await client.query('SELECT * FROM setting');
    const failed = expect(migrateServer(database.url, { migrations, waitMs: 2000 })).rejects.toThrow(/another session locks its tables/);
    const waits: number[] = [];
    let hasFailed = false;
    void failed.then(() => (hasFailed = true));
    while (!hasFailed) {
      const startedAt = performance.now();
      await site.site.db.sql('SELECT count(*) FROM setting');
      waits.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await failed;
    // readers wait for one attempt, never for the open transaction
    expect(Math.max(...waits)).toBeLessThan(2000);
    expect(Math.max(...waits)).toBeGreaterThan(200);
    expect((await findTable('extra')).rowCount).toBe(0);
  });

  it('succeeds when the table is free, while the old process keeps running and reports the unknown migration', async () => {
    const applied = migrateServer(database.url, { migrations });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await client.query('COMMIT');
    expect(await applied).toEqual([NEXT]);
    expect(await readPosts()).toBe(200);
    expect((await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'While migrating' } })).status).toBe(201);
    expect(await readiness()).toMatchObject({ status: 'ok', migrations: 'newer', unknownMigrations: [NEXT] });
  });
});
