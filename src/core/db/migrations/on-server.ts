import pg from 'pg';
import type { Log } from '../../log.ts';
import { DatabaseError } from '../errors.ts';
import { serverAdapter } from '../server-adapter.ts';
import { serverConfig } from '../server.ts';
import { applyMigrations, migrationState, type MigrationTarget, settleMigration } from './apply.ts';
import { type Migration, readMigrations } from './directory.ts';
import { isLockTimeout, LOCK_TIMEOUT_MS, whenFree } from './when-free.ts';

/** Key of the advisory lock under which this project migrates (the schema engine has another one of its own). */
const MIGRATING = 4_000_172_041;

export interface MigrationWishes {
  log?: Log | undefined;
  /** False leaves the schema alone: a database that is behind is refused. */
  migrates?: boolean | undefined;
  /** How long a migration is tried again that others keep from its tables. */
  waitMs?: number | undefined;
  /** Those of the project unless given. */
  migrations?: readonly Migration[] | undefined;
}

/**
 * Applies pending migrations on a server and answers their names. Of several processes that start at once one applies, the others wait; when nothing is pending this is
 * one statement on one connection. Throws a DatabaseError in words, also when the schema is to be left alone and is behind.
 */
export async function migrateServer(url: string, { log, migrates = true, waitMs, ...given }: MigrationWishes = {}): Promise<string[]> {
  const migrations = given.migrations ?? readMigrations();
  const client = new pg.Client(serverConfig(url));
  client.on('error', (error) => log?.warn({ err: error }, 'the connection for migrations was lost'));
  await client.connect();
  try {
    const query = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
    const { pending, unfinished, unknown } = await migrationState({ query }, migrations);
    if (unknown.length > 0) log?.warn({ migrations: unknown }, 'the database was migrated by a newer version of this program');
    if (pending.length === 0 && unfinished.length === 0) return [];
    if (!migrates) throw behind(pending);
    await client.query(`SELECT pg_advisory_lock(${MIGRATING})`);
    return await whenFree(() => applyOnce(url, query, migrations), { log, waitMs });
  } finally {
    await client.end();
  }
}

const behind = (pending: readonly string[]) =>
  new DatabaseError(
    `The database lacks ${pending.length === 1 ? 'the migration' : `${pending.length} migrations, the first of them`} ${pending[0]}, and this start is to leave its schema alone ` +
      '(MIGRATE=off or --no-migrate): run npm run db:migrate with this version before.',
  );

/** One try, which waits for no table longer than a second. What it began and could not do is noted as rolled back, as it was. */
async function applyOnce(url: string, query: MigrationTarget['query'], migrations: readonly Migration[]): Promise<string[]> {
  return await withMigrationPool(url, async (pool) => {
    const adapter = serverAdapter(pool, () => undefined);
    try {
      return await applyMigrations({ query, adapter }, migrations);
    } catch (error) {
      if (isLockTimeout(error))
        for (const name of (await migrationState({ query }, migrations)).unfinished)
          await settleMigration(adapter, migrations, name, 'rolled-back');
      throw error;
    }
  });
}

/** A pool of one connection for the schema engine, whose own advisory lock lasts until the connection closes. */
export async function withMigrationPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { options, ...config } = serverConfig(url);
  const pool = new pg.Pool({ ...config, options: `-c lock_timeout=${LOCK_TIMEOUT_MS} ${options}`, max: 1 });
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
