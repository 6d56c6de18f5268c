import pg from 'pg';
import type { Log } from '../logging/log.ts';
import { DatabaseError } from './errors.ts';

/*
 * A pooler between the service and its server (PgBouncer in transaction mode) may run every transaction in another session. State of a
 * session is then unreliable: settings, prepared statements, LISTEN and locks that outlive a transaction. The last two use the server's own
 * address (DIRECT_DATABASE_URL); this module handles the first two.
 */

/** Settings that poolers preserve per client, sent in the startup message. Poolers reject others. */
export const POOLED_STARTUP: Readonly<Record<string, string>> = { timezone: 'UTC', datestyle: 'ISO,MDY' };

/** Settings that both drivers and Prisma's adapter require, as the server reports them. */
const COUNTED_ON: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
};

const PROBE = 'marquee_probe';

/** Protocol violation, with which a pooler rejects settings that it cannot preserve. */
const REFUSED = '08P01';

/** True if a pooler rejected a connection because of its settings. A server would accept them. */
export function isPoolerRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === REFUSED && error.message.includes('startup parameter');
}

/** Returns the error for an operator whose DATABASE_URL leads to a pooler while DIRECT_DATABASE_URL is missing. */
export function needsDirectAddress(): DatabaseError {
  return new DatabaseError(
    'DATABASE_URL leads to a pooler such as PgBouncer: name the server itself in DIRECT_DATABASE_URL, for migrations and notifications.',
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
    [Object.keys(COUNTED_ON)],
  );
  const found = new Map(rows.map(({ name, setting }) => [name, setting]));
  for (const [name, wanted] of Object.entries(COUNTED_ON)) {
    if (found.get(name) !== wanted)
      throw new DatabaseError(
        `Behind the pooler ${name} is "${found.get(name)}". Run on the server: ALTER ROLE CURRENT_USER SET ${name.toLowerCase()} = '${wanted}'; then have the pooler reconnect.`,
      );
  }
  const unset = ['statement_timeout', 'idle_in_transaction_session_timeout'].filter((name) => found.get(name) === '0');
  if (unset.length > 0)
    log?.warn({ settings: unset }, "behind a pooler these limits are the server's to set: ALTER ROLE … SET statement_timeout = '30s'");
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
