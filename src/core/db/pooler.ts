import pg from 'pg';
import type { Log } from '../logging/log.ts';
import { DatabaseError } from './errors.ts';

/*
 * A pooler between the service and its server (PgBouncer in transaction mode) may run every transaction in another session. State of a
 * session is then unreliable: settings, prepared statements, LISTEN and locks that outlive a transaction. LISTEN and such locks therefore
 * use the address of the server itself (DIRECT_DATABASE_URL); this module handles settings and prepared statements.
 */

/** Settings that poolers preserve per client, sent in the startup message. Poolers reject others. */
export const POOLED_STARTUP: Readonly<Record<string, string>> = { timezone: 'UTC', datestyle: 'ISO,MDY' };

/** Settings that both drivers and Prisma's adapter require, as the server reports them. */
const REQUIRED_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
};

const PROBE = 'marquee_probe';

/** SQLSTATE with which a pooler rejects settings that it cannot preserve. */
const PROTOCOL_VIOLATION = '08P01';

/** True if a pooler rejected a connection because of its settings. A server would accept them. */
export function isPoolerRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION && error.message.includes('startup parameter');
}

/** Returns the error for an operator whose DATABASE_URL leads to a pooler while DIRECT_DATABASE_URL is missing. */
export function createDirectAddressError(): DatabaseError {
  return new DatabaseError(
    'DATABASE_URL leads to a pooler such as PgBouncer. Set DIRECT_DATABASE_URL to the address of the server itself, for migrations and notifications.',
  );
}

/**
 * Checks whether the pooler keeps prepared statements for its clients, as PgBouncer 1.21 and later does with `max_prepared_statements`. It
 * then renames them. If a statement still has its original name, a later transaction may run in a session without it.
 */
async function keepsStatements(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  // connection errors arrive as the rejection of a statement
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

/** Checks the settings of the sessions that a pooler provides. */
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
 * Detects the features of a pooler; returns whether it keeps prepared statements. Warns if no time limits are set, because the service
 * cannot set them on connections of the pooler.
 * @throws DatabaseError with instructions if required settings are missing; the pool is then closed
 */
export async function tryPooler(pool: pg.Pool, log?: Log): Promise<boolean> {
  try {
    await checkSessions(pool, log);
    return await keepsStatements(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
}
