import pg from 'pg';
import type { Log } from '../logging/log.ts';
import { DatabaseError } from './errors.ts';

/*
 * A connection pooler (PgBouncer in transaction mode) may run every transaction in another session of the server. State of a session is then
 * unreliable: settings, prepared statements, LISTEN, and locks that are held longer than a transaction. LISTEN and such locks therefore connect to
 * the server itself (DIRECT_DATABASE_URL). This module handles settings and prepared statements.
 */

/** Settings for the startup message of a connection to a pooler. Poolers preserve these for each client, and reject others. */
export const POOLED_STARTUP: Readonly<Record<string, string>> = { timezone: 'UTC', datestyle: 'ISO,MDY' };

/** Settings that the driver and Prisma's adapter require, with the values as the server reports them. */
const REQUIRED_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
};

const PROBE = 'marquee_probe';

/** SQLSTATE with which a pooler rejects settings that it cannot preserve for each client. */
const PROTOCOL_VIOLATION = '08P01';

/** True if a pooler rejected a connection because of its settings. A server would have accepted them. */
export function isPoolerRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION && error.message.includes('startup parameter');
}

/** Returns the error for an operator who set DATABASE_URL to the URL of a pooler, but did not set DIRECT_DATABASE_URL. */
export function createMissingDirectUrlError(): DatabaseError {
  return new DatabaseError(
    'DATABASE_URL leads to a pooler such as PgBouncer. Set DIRECT_DATABASE_URL to the URL of the server itself, for migrations and notifications.',
  );
}

/**
 * Checks whether prepared statements work for clients of the pooler, as in PgBouncer 1.21 and later with `max_prepared_statements`. Such a pooler
 * renames the statements. If a statement still has its original name in the session, a later transaction may run in a session without the statement.
 */
async function keepsStatements(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  // a connection error also rejects a statement, so it can be ignored here
  client.on('error', () => undefined);
  try {
    await client.query('BEGIN');
    await client.query({ name: PROBE, text: 'SELECT 1' });
    const { rows } = await client.query('SELECT 1 FROM pg_prepared_statements WHERE name = $1', [PROBE]);
    if (rows.length > 0) await client.query(`DEALLOCATE ${PROBE}`);
    await client.query('COMMIT');
    return rows.length === 0;
  } finally {
    // the driver assumes that the statement is still prepared
    client.release(true);
  }
}

/**
 * Checks the settings of the sessions behind a pooler. Throws if a required setting differs. Warns if there are no time limits, because the service
 * cannot set them through a pooler.
 */
async function checkSessions(pool: pg.Pool, log?: Log): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name = ANY($1) OR name IN ('statement_timeout', 'idle_in_transaction_session_timeout')",
    [Object.keys(REQUIRED_SETTINGS)],
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  for (const [name, required] of Object.entries(REQUIRED_SETTINGS)) {
    if (settings.get(name) !== required)
      throw new DatabaseError(
        `Behind the pooler ${name} is "${settings.get(name)}". Run on the server: ALTER ROLE CURRENT_USER SET ${name.toLowerCase()} = '${required}'; then have the pooler reconnect.`,
      );
  }
  const unset = ['statement_timeout', 'idle_in_transaction_session_timeout'].filter((name) => settings.get(name) === '0');
  if (unset.length > 0)
    log?.warn(
      { settings: unset },
      "a pooler does not accept these limits; set them on the server: ALTER ROLE … SET statement_timeout = '30s'",
    );
}

/**
 * Checks a pooler. Returns whether prepared statements can be used. Logs a warning if its sessions have no time limits.
 * @throws DatabaseError with instructions if a required setting differs. The pool is then closed.
 */
export async function checkPooler(pool: pg.Pool, log?: Log): Promise<boolean> {
  try {
    await checkSessions(pool, log);
    return await keepsStatements(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
}
