import pg from 'pg';
import type { Log } from '../logging/log.ts';
import { AdaptivePool } from './adaptive-pool.ts';
import { POOLED_STARTUP } from './pooler.ts';

/** The driver and Prisma's adapter count on these; a server, a role or a database may have other defaults. */
const sessionSettings = '-c timezone=UTC -c datestyle=ISO,MDY -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1';

/**
 * What PostgreSQL takes for the price of reading any page of a table, pages in order cost 1. Its own guess of 4 is that of turning disks, and has it
 * sort all organizers of a site for the two of an event. Those who have such disks say `?options=-c random_page_cost=4` in the address.
 */
const planning = '-c random_page_cost=1.1';

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
    options: [sessionSettings, planning, given].filter(Boolean).join(' '),
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
  onNotice?: ((message: string) => void) | undefined;
}

/** The pool that serves requests. Connections that break while idle are replaced; no statement runs longer than `statementTimeoutMs`. */
export function serverPool(url: string, limits: PoolLimits): pg.Pool {
  const { connectionTimeoutMillis: connectMs = 5_000, options, ...config } = serverConfig(url);
  const pool = new AdaptivePool({
    ...config,
    connectMs,
    connectionTimeoutMillis: WAIT_MS,
    max: limits.max,
    onNotice: limits.onNotice,
    idleTimeoutMillis: 30_000,
    // For a server that went away without closing the connection: the response to a cancelled statement never comes.
    query_timeout: limits.statementTimeoutMs + 5_000,
    ...(limits.pooled
      ? { startup: POOLED_STARTUP }
      : { options, statement_timeout: limits.statementTimeoutMs, idle_in_transaction_session_timeout: 60_000 }),
  });
  pool.on('error', (error) => {
    // an embedded server may end before connections that are being closed
    if (!pool.ending) limits.log?.warn({ err: error }, 'a database connection was lost while idle');
  });
  return pool;
}
