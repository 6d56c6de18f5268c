import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { readConfig } from '../src/config/config.ts';
import { prepareContent } from '../src/initial-content.ts';
import { openSite } from '../src/open-site.ts';
import { admin } from './credentials.ts';

/** Returns the environment of all measured servers. `url` is the database URL. */
export const createEnvironment = (url: string) => ({
  DATABASE_URL: url,
  SECRET_KEY: 'k'.repeat(64),
  DEMO_DATA: 'none',
  LOG_LEVEL: 'error',
  RATE_LIMIT: '0',
});

/** Inserts content with SQL statements that insert many rows each. */
export type Fill = (client: pg.Client) => Promise<void>;

export interface BenchDatabase {
  name: string;
  url: string;
  client: pg.Client;
  drop(): Promise<void>;
}

/** Creates an empty database on the given server. */
export async function createEmptyDatabase(serverUrl: string): Promise<Omit<BenchDatabase, 'client'>> {
  const name = `marquee_bench_${randomBytes(4).toString('hex')}`;
  const server = new pg.Client(serverUrl);
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = async () => {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.end();
  };
  return { name, url: url.href, drop };
}

/** Creates a database of Marquee with its initial content and an administrator. */
async function createSiteDatabase(serverUrl: string): Promise<Omit<BenchDatabase, 'client'>> {
  const database = await createEmptyDatabase(serverUrl);
  try {
    const site = await openSite(
      readConfig({
        ...createEnvironment(database.url),
        LOG_LEVEL: 'silent',
        BOOTSTRAP_ADMIN_LOGIN: admin.login,
        BOOTSTRAP_ADMIN_EMAIL: 'bench@example.org',
        BOOTSTRAP_ADMIN_APPLICATION_PASSWORD: admin.password,
      }),
    );
    await prepareContent(site);
    await site.close();
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** Fills a database. To save time, drops the indexes that are not unique, inserts the rows, and creates these indexes again. */
export async function fillQuickly(client: pg.Client, fill: Fill): Promise<void> {
  await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '64MB'");
  // disables triggers and checks of foreign keys, because the rows are consistent
  await client.query('SET session_replication_role = replica');
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    "SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE NOT indisunique AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)",
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await fill(client);
  await client.query(
    "SELECT setval('content_id_seq', GREATEST((SELECT max(id) FROM content), (SELECT max(id) FROM attendee), (SELECT max(id) FROM ticket)))",
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query('SET session_replication_role = origin');
}

/** Creates a filled database with up-to-date statistics for the planner. */
export async function createBenchDatabase(serverUrl: string, fill: Fill): Promise<BenchDatabase> {
  const database = await createSiteDatabase(serverUrl);
  const client = new pg.Client(database.url);
  const drop = async () => {
    await client.end().catch(() => undefined);
    await database.drop();
  };
  try {
    await client.connect();
    // disables parallel workers, because processor time is counted per connection
    await client.query(`ALTER DATABASE ${database.name} SET max_parallel_workers_per_gather = 0`);
    await fillQuickly(client, fill);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    return { ...database, client, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
