import pg from 'pg';
import type { Log } from '../log.ts';
import { SAY_FACTS } from './audited/facts.ts';
import { migrationState, applyMigrations } from './migrations/apply.ts';
import { readMigrations } from './migrations/directory.ts';
import { ModestPool } from './modest-pool.ts';
import { POOLED_STARTUP } from './pooler.ts';
import { serverAdapter } from './server-adapter.ts';

/** Both drivers and Prisma's adapter count on these; a server, a role or a database may have other defaults. */
const sessionSettings = '-c timezone=UTC -c datestyle=ISO,MDY -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1';

/** Key of the advisory lock under which this project migrates (the schema engine has another one of its own). */
const migrationLock = 4_000_172_041;

/** How long a request waits for a free connection. */
const waitMs = 15_000;

/** Connection settings for a `postgres://` address; `options` given in the address come last and so win. */
export function serverConfig(url: string): pg.ClientConfig {
  const given = new URL(url).searchParams.get('options');
  const address = new URL(url);
  address.searchParams.delete('options');
  return {
    connectionString: address.href,
    application_name: 'marquee',
    options: given ? `${sessionSettings} ${given}` : sessionSettings,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

interface PoolLimits {
  max: number;
  statementTimeoutMs: number;
  /** The address is that of a pooler, which takes few settings; its server has to have the others. */
  pooled?: boolean | undefined;
  log?: Log | undefined;
}

/** The pool that serves requests. Connections that break while idle are replaced; no statement runs longer than `statementTimeoutMs`. */
export function serverPool(url: string, limits: PoolLimits): pg.Pool {
  const { connectionTimeoutMillis: connectMs = 5_000, options, ...config } = serverConfig(url);
  const pool = new ModestPool({
    ...config,
    connectMs,
    connectionTimeoutMillis: waitMs,
    max: limits.max,
    idleTimeoutMillis: 30_000,
    // For a server that went away without closing the connection: the answer to a cancelled statement never comes.
    query_timeout: limits.statementTimeoutMs + 5_000,
    ...(limits.pooled
      ? { startup: POOLED_STARTUP }
      : { options, statement_timeout: limits.statementTimeoutMs, idle_in_transaction_session_timeout: 60_000 }),
  });
  pool.on('error', (error) => limits.log?.warn({ err: error }, 'a database connection was lost while idle'));
  return pool;
}

/** Runs a statement in a transaction of its own that begins with the facts for the audit log. A connection on which anything failed goes back after a rollback, or not at all. */
export async function queryWithFacts(pool: pg.Pool, asked: pg.QueryConfig, facts: string): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let broken = false;
  // a pool listens to connections that are idle only: the loss of this one, told between two statements, would end the process
  const lose = () => {
    broken = true;
  };
  client.on('error', lose);
  try {
    await client.query('BEGIN');
    await client.query(SAY_FACTS, [facts]);
    const result = await client.query(asked);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(lose);
    throw error;
  } finally {
    client.off('error', lose);
    client.release(broken);
  }
}

/**
 * Applies pending migrations on a server and answers their names, and whether a newer version has migrated it already. Of several processes that start at once one applies, the others wait; when
 * nothing is pending this is one statement on one connection.
 */
export async function migrateServer(url: string, log?: Log): Promise<{ applied: string[]; isNewer: boolean }> {
  const migrations = await readMigrations();
  const client = new pg.Client(serverConfig(url));
  client.on('error', (error) => log?.warn({ err: error }, 'the connection for migrations was lost'));
  await client.connect();
  try {
    const query = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
    const { pending, unfinished, unknown } = await migrationState({ query }, migrations);
    if (unknown.length > 0) log?.warn({ migrations: unknown }, 'the database was migrated by a newer version of this program');
    const isNewer = unknown.length > 0;
    if (pending.length === 0 && unfinished.length === 0) return { applied: [], isNewer };
    await client.query(`SELECT pg_advisory_lock(${migrationLock})`);
    const applied = await withMigrationPool(url, (pool) =>
      applyMigrations({ query, adapter: serverAdapter(pool, () => undefined) }, migrations),
    );
    return { applied, isNewer };
  } finally {
    await client.end();
  }
}

/** A pool of one connection for the schema engine, whose own advisory lock lasts until the connection closes. */
export async function withMigrationPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ ...serverConfig(url), max: 1 });
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
