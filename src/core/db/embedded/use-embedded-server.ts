import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withTimeout } from '../../async/with-timeout.ts';
import type { Log } from '../../logging/log.ts';
import { DatabaseError } from '../errors.ts';
import { createServerConfig } from '../server.ts';
import { createEmbeddedUrl } from './embedded-url.ts';
import { syncCluster } from './cluster.ts';
import { prepareDatabaseFolder } from './database-folder.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { makeSiteCluster } from './prepared-cluster.ts';

/** The embedded PostgreSQL server of one process. */
export interface EmbeddedServer {
  /** Connection URL of the site's database. */
  url: string;
  /** Resolves when the files of a new database are flushed to disk; at once for an existing database. */
  synced: Promise<unknown>;
  /** Stops using the server. The last process that uses the server also stops it. */
  leave: () => Promise<void>;
}

interface UseOptions {
  /** True for the service. Only one service may run on a data directory. */
  isService?: boolean | undefined;
  log?: Log | undefined;
}

/**
 * Keys of advisory locks in the site's database. Every process that uses the server holds `USER_LOCK` in shared mode. The service also holds
 * `SERVICE_LOCK`.
 */
const USER_LOCK = 4_000_172_043;
const SERVICE_LOCK = 4_000_172_044;

/** Maximum time to open a connection. It is long, because the first connection opens while this process is still loading its modules. */
const CONNECT_MS = 60_000;
const RETRY_MS = 50;
const MAX_PAUSE_MS = 5_000;
const MAX_JOIN_MS = 120_000;
/** Time for which a killed process may still hold its locks after its connections are closed. */
const LOCK_RELEASE_MS = 2_000;
const MAX_LEAVE_MS = 5_000;

/** Errors of a server that is starting, stopping or recovering, and of a socket whose server has stopped. */
const TRANSIENT_ERRORS = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);

function isTransient(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return TRANSIENT_ERRORS.has(code) || /Connection terminated/.test((error as Error).message);
}

const SELECT_SERVICE_CONNECTION = `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.objid = ${SERVICE_LOCK} AND l.granted`;

/** Opens a connection that holds the locks of this process. If the process ends for any reason, the server releases them. */
async function holdLocks(url: string, dataFolder: string, isService: boolean): Promise<pg.Client> {
  const client = new pg.Client({
    ...createServerConfig(url),
    application_name: `marquee ${process.pid}`,
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock_shared(${USER_LOCK})`);
    if (isService) await takeServiceLock(client, dataFolder);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Takes the lock of the service. Throws a DatabaseError if another process holds it. */
async function takeServiceLock(client: pg.Client, dataFolder: string): Promise<void> {
  const deadline = performance.now() + LOCK_RELEASE_MS;
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(`SELECT pg_try_advisory_lock(${SERVICE_LOCK}) AS acquired`);
    if (rows[0]?.acquired) return;
    const [other] = (await client.query<{ name: string }>(SELECT_SERVICE_CONNECTION)).rows;
    const pid = /\d+/.exec(other?.name ?? '')?.[0] ?? '<pid>';
    if (performance.now() > deadline)
      throw new DatabaseError(
        `The site is already running: process ${pid} serves the database in ${dataFolder}. Stop it first (kill ${pid}), or give this process another DATA_DIRECTORY.`,
      );
    await sleep(RETRY_MS);
  }
}

/** Finds or starts the server of a data directory, and takes the locks of this process. */
async function joinServer(dataFolder: string, isService: boolean): Promise<{ url: string; client: pg.Client }> {
  const deadline = performance.now() + MAX_JOIN_MS;
  for (;;) {
    try {
      const running = findPostmaster(dataFolder);
      const server = running?.isReady ? running : running ? 'taken' : await startPostmaster(dataFolder);
      if (server !== 'taken') {
        const url = createEmbeddedUrl(server);
        return { url, client: await holdLocks(url, dataFolder, isService) };
      }
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error;
    }
    if (performance.now() > deadline)
      throw new DatabaseError(`The server of ${dataFolder} does not accept connections. See the log next to it.`);
    await sleep(RETRY_MS);
  }
}

/**
 * Uses the embedded PostgreSQL server of a data directory. Joins a running server, even one that a killed process started, or else creates and starts
 * one. Starts the server again if it ends while this process uses it.
 * @throws DatabaseError with a message for the operator if this fails, or if another service already uses the directory
 */
export async function useEmbeddedServer(dataDirectory: string, { isService = false, log }: UseOptions = {}): Promise<EmbeddedServer> {
  const dataFolder = join(prepareDatabaseFolder(dataDirectory, log), 'data');
  const isNew = !existsSync(dataFolder);
  if (isNew) await makeSiteCluster(dataFolder);
  const synced = isNew ? syncCluster(dataFolder) : Promise.resolve();
  void Promise.allSettled([synced]);
  const joined = await joinServer(dataFolder, isService);
  let { client } = joined;
  let isLeaving = false;

  const watch = () => client.once('end', () => void (isLeaving || rejoinServer()));

  async function rejoinServer(): Promise<void> {
    log?.error('the embedded database has ended unexpectedly and will be restarted');
    for (let pause = RETRY_MS; !isLeaving; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        client = (await joinServer(dataFolder, isService)).client;
        watch();
        log?.info('the embedded database is running again');
        return;
      } catch (error) {
        log?.error({ err: error }, 'the embedded database cannot be started');
        await sleep(pause, undefined, { ref: false });
      }
    }
  }

  watch();
  return {
    url: joined.url,
    synced,
    async leave() {
      isLeaving = true;
      const isLast = await withTimeout(releaseLock(client), MAX_LEAVE_MS, false).catch(() => false);
      if (isLast) await stopPostmaster(dataFolder);
      await client.end().catch(() => undefined);
    },
  };
}

/** Releases the user lock of this process. Returns true if no other process uses the server. */
async function releaseLock(client: pg.Client): Promise<boolean> {
  await client.query(`SELECT pg_advisory_unlock_shared(${USER_LOCK})`);
  const { rows } = await client.query<{ acquired: boolean }>(`SELECT pg_try_advisory_lock(${USER_LOCK}) AS acquired`);
  return rows[0]?.acquired === true;
}
