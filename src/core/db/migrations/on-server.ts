import pg from 'pg';
import type { Log } from '../../logging/log.ts';
import { DatabaseError } from '../errors.ts';
import { serverConfig } from '../server.ts';
import { applyMigrations, migrationState, type MigrationTarget } from './apply.ts';
import { type Migration, readMigrations } from './directory.ts';
import { LOCK_TIMEOUT_MS, whenFree } from './when-free.ts';

/** Key of the advisory lock under which this project migrates. */
const MIGRATING = 4_000_172_041;

export interface MigrationOptions {
  log?: Log | undefined;
  /** False leaves the schema alone: a database that is behind is refused. */
  migrates?: boolean | undefined;
  /** How long a migration is tried again that others keep from its tables. */
  waitMs?: number | undefined;
  /** Those of the project unless given. */
  migrations?: readonly Migration[] | undefined;
}

/**
 * Applies pending migrations on a server and returns their names. Of several processes that start at once one applies, the others wait; when nothing is pending this is
 * one statement on one connection. Throws a DatabaseError in words, also when the schema is to be left alone and is behind.
 */
export async function migrateServer(url: string, { log, migrates = true, waitMs, ...given }: MigrationOptions = {}): Promise<string[]> {
  const migrations = given.migrations ?? readMigrations();
  return await withMigrationClient(url, log, async (target) => {
    const { pending, unknown } = await migrationState(target, migrations);
    if (unknown.length > 0) log?.warn({ migrations: unknown }, 'the database was migrated by a newer version of this program');
    if (pending.length === 0) return [];
    if (!migrates) throw behind(pending);
    // the server ends a script whose process was killed before it lets go of this lock
    await target.query(`SELECT pg_advisory_lock(${MIGRATING})`);
    await target.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    return await whenFree(() => applyMigrations(target, migrations), { log, waitMs });
  });
}

const behind = (pending: readonly string[]) =>
  new DatabaseError(
    `The database lacks ${pending.length === 1 ? 'the migration' : `${pending.length} migrations, the first of them`} ${pending[0]}, and this start is to leave its schema alone ` +
      '(MIGRATE=off or --no-migrate): run npm run db:migrate with this version before.',
  );

/** Does something to the schema on a connection of its own, which is closed afterwards. */
export async function withMigrationClient<T>(url: string, log: Log | undefined, work: (target: MigrationTarget) => Promise<T>): Promise<T> {
  const client = new pg.Client(serverConfig(url));
  client.on('error', (error) => log?.warn({ err: error }, 'the connection for migrations was lost'));
  await client.connect();
  try {
    return await work({ query: async <Row>(sql: string) => (await client.query(sql)).rows as Row[], script: (sql) => client.query(sql) });
  } finally {
    await client.end();
  }
}
