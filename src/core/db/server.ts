import pg from 'pg';
import type { Log } from '../logging/log.ts';
import { AdaptivePool } from './adaptive-pool.ts';
import { POOLED_STARTUP } from './pooler.ts';

/**
 * Session settings that the driver and Prisma's adapter require. They are set explicitly, because a server, role or database may have other defaults.
 */
const SESSION_SETTINGS = '-c timezone=UTC -c datestyle=ISO,MDY -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1';

/**
 * Cost that PostgreSQL's planner assumes for reading a random page; a sequential page costs 1. The default of 4 is meant for hard disks. With it, the
 * planner sorts all organizers of a site to find the two of an event. For a server with hard disks, add `?options=-c random_page_cost=4` to the
 * connection URL.
 */
const PLANNER_SETTINGS = '-c random_page_cost=1.1';

/** Maximum time that a request waits for a free connection or for permission to write, in milliseconds. */
export const WAIT_MS = 15_000;

/** Returns the connection settings for a URL `postgres://…`. `options` in the URL take precedence. */
export function createServerConfig(url: string): pg.ClientConfig {
  const urlOptions = new URL(url).searchParams.get('options');
  const urlWithoutOptions = new URL(url);
  urlWithoutOptions.searchParams.delete('options');
  return {
    connectionString: urlWithoutOptions.href,
    application_name: 'marquee',
    options: [SESSION_SETTINGS, PLANNER_SETTINGS, urlOptions].filter(Boolean).join(' '),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

interface PoolLimits {
  max: number;
  statementTimeoutMs: number;
  /** True for a connection pooler. It accepts few settings, so the server itself must have the others. */
  isPooled?: boolean | undefined;
  log?: Log | undefined;
  onNotice?: ((message: string) => void) | undefined;
}

/** Creates a pool of connections. Replaces connections that break while idle. Cancels statements that take longer than `statementTimeoutMs`. */
export function createServerPool(url: string, limits: PoolLimits): pg.Pool {
  const { connectionTimeoutMillis: connectMs = 5_000, options, ...config } = createServerConfig(url);
  const pool = new AdaptivePool({
    ...config,
    connectMs,
    connectionTimeoutMillis: WAIT_MS,
    max: limits.max,
    onNotice: limits.onNotice,
    idleTimeoutMillis: 30_000,
    // If a server vanishes without closing the connection, the response to a canceled statement never arrives.
    query_timeout: limits.statementTimeoutMs + 5_000,
    ...(limits.isPooled
      ? { startup: POOLED_STARTUP }
      : { options, statement_timeout: limits.statementTimeoutMs, idle_in_transaction_session_timeout: 60_000 }),
  });
  pool.on('error', (error) => {
    // an embedded server may end before the connections that are being closed
    if (!pool.ending) limits.log?.warn({ err: error }, 'a database connection was lost while idle');
  });
  return pool;
}
