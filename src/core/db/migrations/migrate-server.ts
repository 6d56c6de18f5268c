import pg from 'pg';
import type { Log } from '../../logging/log.ts';
import { DatabaseError } from '../errors.ts';
import { createServerConfig } from '../server.ts';
import { applyMigrations, readMigrationState, type MigrationTarget } from './apply.ts';
import { type Migration, readMigrations } from './directory.ts';
import { LOCK_TIMEOUT_MS, retryOnLock } from './retry-on-lock.ts';

/** Key of the advisory lock that only one process at a time may hold to apply migrations. */
const MIGRATION_LOCK = 4_000_172_041;

/** Options of `migrateServer`. Defaults are in parentheses. */
export interface MigrationOptions {
  log?: Log | undefined;
  /** Whether to apply pending migrations (true). If false, a pending migration is an error. */
  applyMigrations?: boolean | undefined;
  /** Maximum time to retry a migration while other sessions lock its tables, in milliseconds. */
  waitMs?: number | undefined;
  /** Migrations to apply. By default those of the project. */
  migrations?: readonly Migration[] | undefined;
}

/**
 * Applies pending migrations on a server and returns their names. If several processes start at once, one applies them and the others wait. If no
 * migration is pending, runs only one statement on one connection.
 * @throws DatabaseError with a message for the operator if a migration fails, or is pending while `applyMigrations` is false
 */
export async function migrateServer(
  url: string,
  { log, applyMigrations: mayMigrate = true, waitMs, migrations = readMigrations() }: MigrationOptions = {},
): Promise<string[]> {
  return await withMigrationClient(url, log, async (target) => {
    const { pending, unknown } = await readMigrationState(target, migrations);
    if (unknown.length > 0) log?.warn({ migrations: unknown }, 'the database was migrated by a newer version of this program');
    if (pending.length === 0) return [];
    if (!mayMigrate) throw createOutdatedSchemaError(pending);
    // if a process is killed, the server finishes its script before it releases this lock
    await target.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await target.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    return await retryOnLock(() => applyMigrations(target, migrations), { log, waitMs });
  });
}

const createOutdatedSchemaError = (pending: readonly string[]) =>
  new DatabaseError(
    `The database lacks ${pending.length === 1 ? 'the migration' : `${pending.length} migrations, the first of them`} ${pending[0]}, and this process may not migrate it ` +
      '(MIGRATE=off or --no-migrate). Run npm run db:migrate with this version first.',
  );

/** Runs work that changes the schema on a separate connection, then closes the connection. */
export async function withMigrationClient<T>(url: string, log: Log | undefined, work: (target: MigrationTarget) => Promise<T>): Promise<T> {
  const client = new pg.Client(createServerConfig(url));
  client.on('error', (error) => log?.warn({ err: error }, 'the connection for migrations was lost'));
  await client.connect();
  try {
    return await work({ query: async <Row>(sql: string) => (await client.query(sql)).rows as Row[], script: (sql) => client.query(sql) });
  } finally {
    await client.end();
  }
}
