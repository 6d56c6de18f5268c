import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Log } from '../log.ts';
import { SAY_FACTS } from './audited/facts.ts';
import { ModestPool } from './modest-pool.ts';
import { POOLED_STARTUP } from './pooler.ts';

/** Both drivers and Prisma's adapter count on these; a server, a role or a database may have other defaults. */
const sessionSettings = '-c timezone=UTC -c datestyle=ISO,MDY -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1';

/** How long a request waits for a free connection, or for its turn to write, in milliseconds. */
export const WAIT_MS = 15_000;

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
    connectionTimeoutMillis: WAIT_MS,
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

/** What of the driver's client its published types do not say. */
type Pipelined = pg.PoolClient & { pipeline: boolean; connection: { stream: Duplex } };

/**
 * Sends statements in one packet and awaits their answers; answers those, or throws the error of the first that failed. What follows a failed
 * one in its transaction fails too.
 */
async function atOnce(client: pg.PoolClient, statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
  const pipelined = client as Pipelined;
  const { stream } = pipelined.connection;
  pipelined.pipeline = true;
  stream.cork();
  const sent = statements.map((one) => client.query(one));
  stream.uncork();
  const settled = await Promise.allSettled(sent);
  pipelined.pipeline = false;
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

async function oneByOne(client: pg.PoolClient, statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
  const results: pg.QueryResult[] = [];
  for (const one of statements) results.push(await client.query(one));
  return results;
}

/**
 * Runs a statement in a transaction of its own that begins with the facts for the audit log; all four statements in one packet, but where a
 * pooler stands between. A connection on which anything failed goes back after a rollback, or not at all.
 */
export async function queryWithFacts(
  pool: pg.Pool,
  asked: pg.QueryConfig,
  { facts, pooled }: { facts: string; pooled: boolean },
): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let broken = false;
  // a pool listens to connections that are idle only: the loss of this one, told between two statements, would end the process
  const lose = () => {
    broken = true;
  };
  client.on('error', lose);
  try {
    const said = { ...(!pooled && { name: 'say_facts' }), text: SAY_FACTS, values: [facts] };
    const statements = [{ text: 'BEGIN' }, said, asked, { text: 'COMMIT' }];
    const [, , result] = await (pooled ? oneByOne : atOnce)(client, statements);
    return result as pg.QueryResult;
  } catch (error) {
    await client.query('ROLLBACK').catch(lose);
    throw error;
  } finally {
    client.off('error', lose);
    client.release(broken);
  }
}
