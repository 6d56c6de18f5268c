import pg from 'pg';
import type { Log } from '../logging/log.ts';
import { DatabaseError } from './errors.ts';

/*
 * A pooler between the service and its server (PgBouncer in transaction mode) hands every transaction to another session. What belongs to a
 * session cannot be counted on then: settings, prepared statements, LISTEN and locks that outlive a transaction. The last two use the server's
 * own address (DIRECT_DATABASE_URL); this is about the others.
 */

/** Settings that poolers keep per client, sent when a connection begins; others they refuse. */
export const POOLED_STARTUP: Readonly<Record<string, string>> = { timezone: 'UTC', datestyle: 'ISO,MDY' };

/** What both drivers and Prisma's adapter count on, as the server says it. */
const COUNTED_ON: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
};

const PROBE = 'marquee_probe';

/** Protocol violation: how a pooler refuses settings that it cannot keep. */
const REFUSED = '08P01';

/** Whether a connection was refused for the settings that a server takes and a pooler does not. */
export function isPoolerRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === REFUSED && error.message.includes('startup parameter');
}

/** Message for an operator whose DATABASE_URL alone leads to a pooler. */
export function needsDirectAddress(): DatabaseError {
  return new DatabaseError(
    'DATABASE_URL leads to a pooler such as PgBouncer: name the server itself in DIRECT_DATABASE_URL, for migrations and notifications.',
  );
}

/**
 * Whether the pooler keeps prepared statements for its clients, as PgBouncer does from version 1.21 with `max_prepared_statements`: it then gives
 * them names of its own. Where a statement arrives under the name that it was sent with, the next transaction may find another session without it.
 */
async function keepsStatements(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  // what is wrong with it comes as the refusal of a statement
  client.on('error', () => undefined);
  try {
    await client.query('BEGIN');
    await client.query({ name: PROBE, text: 'SELECT 1' });
    const { rows } = await client.query('SELECT 1 FROM pg_prepared_statements WHERE name = $1', [PROBE]);
    if (rows.length > 0) await client.query(`DEALLOCATE ${PROBE}`);
    await client.query('COMMIT');
    return rows.length === 0;
  } finally {
    // the driver believes the statement to be there still
    client.release(true);
  }
}

/** Looks at the settings of the sessions that a pooler hands out. */
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
 * Finds out what a pool on a pooler can do; returns whether prepared statements are kept. Throws a DatabaseError that says how to set what the
 * service counts on, and ends the pool then; warns of time limits that nothing sets, since the service cannot do it for connections it does not own.
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
