import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withTimeout } from '../../async/with-timeout.ts';
import type { Log } from '../../logging/log.ts';
import { DatabaseError } from '../errors.ts';
import { serverConfig } from '../server.ts';
import { embeddedUrl } from './address.ts';
import { syncCluster } from './cluster.ts';
import { databasePlace } from './place.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { makeSiteCluster } from './prepared-cluster.ts';

/** The embedded PostgreSQL as one process uses it. */
export interface EmbeddedServer {
  /** Connection URL of the site's database. */
  url: string;
  /** Resolves when what was copied for a new site is on disk. */
  synced: Promise<unknown>;
  /** Ends the use; the last process that uses the server stops it. */
  leave: () => Promise<void>;
}

interface UseOptions {
  /** True for the service, of which one may run on a data directory. */
  isService?: boolean | undefined;
  log?: Log | undefined;
}

/** Advisory locks in the site's database: anyone who uses the server holds the first one shared, the service also holds the second one. */
const USED = 4_000_172_043;
const SERVED = 4_000_172_044;

/** The first connection is made while this process still loads its modules. */
const CONNECT_MS = 60_000;
const AGAIN_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const LONGEST_JOIN_MS = 120_000;
/** So long after its connections broke, the locks of a killed process may still be held. */
const RELEASED_AFTER_MS = 2_000;
const LONGEST_GOODBYE_MS = 5_000;

/** States of a server that starts, stops or recovers, and errors of a socket that it has left. */
const PASSING = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);

function isPassing(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return PASSING.has(code) || /Connection terminated/.test((error as Error).message);
}

const owner = `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.objid = ${SERVED} AND l.granted`;

/** A connection that holds this process's locks for as long as it lives: the server releases them however the process ends. */
async function holdLocks(url: string, data: string, isService: boolean): Promise<pg.Client> {
  const client = new pg.Client({ ...serverConfig(url), application_name: `marquee ${process.pid}`, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock_shared(${USED})`);
    if (isService) await becomeService(client, data);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function becomeService(client: pg.Client, data: string): Promise<void> {
  const latest = performance.now() + RELEASED_AFTER_MS;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_lock(${SERVED}) AS mine`);
    if (rows[0]?.mine) return;
    const [other] = (await client.query<{ name: string }>(owner)).rows;
    const pid = /\d+/.exec(other?.name ?? '')?.[0] ?? '<pid>';
    if (performance.now() > latest)
      throw new DatabaseError(
        `The site is already running: process ${pid} serves the database in ${data}. Stop it first (kill ${pid}), or give this one another DATA_DIRECTORY.`,
      );
    await sleep(AGAIN_MS);
  }
}

/** Finds the server of a data directory or starts it, and takes the locks. */
async function joinServer(data: string, isService: boolean): Promise<{ url: string; client: pg.Client }> {
  const latest = performance.now() + LONGEST_JOIN_MS;
  for (;;) {
    try {
      const found = findPostmaster(data);
      const server = found?.isReady ? found : found ? 'taken' : await startPostmaster(data);
      if (server !== 'taken') {
        const url = embeddedUrl(server);
        return { url, client: await holdLocks(url, data, isService) };
      }
    } catch (error) {
      if (!isPassing(error) || performance.now() > latest) throw error;
    }
    if (performance.now() > latest) throw new DatabaseError(`The server of ${data} does not accept connections; see the log beside it.`);
    await sleep(AGAIN_MS);
  }
}

/**
 * Uses the embedded PostgreSQL of a data directory: makes it, starts it, or joins the one that runs, also one that a killed process left. When the server is lost it
 * is started again. Throws a DatabaseError in words where that is not possible, and for a second service on the directory.
 */
export async function useEmbeddedServer(dataDirectory: string, { isService = false, log }: UseOptions = {}): Promise<EmbeddedServer> {
  const data = join(databasePlace(dataDirectory, log), 'data');
  const isNew = !existsSync(data);
  if (isNew) await makeSiteCluster(data);
  const synced = isNew ? syncCluster(data) : Promise.resolve();
  void Promise.allSettled([synced]);
  const joined = await joinServer(data, isService);
  let { client } = joined;
  let isLeaving = false;

  const watch = () => client.once('end', () => void (isLeaving || returnToServer()));

  async function returnToServer(): Promise<void> {
    log?.error('the embedded database was lost; it is started again');
    for (let pause = AGAIN_MS; !isLeaving; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        client = (await joinServer(data, isService)).client;
        watch();
        log?.info('the embedded database is back');
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
      const isLast = await withTimeout(lastOf(client), LONGEST_GOODBYE_MS, false).catch(() => false);
      if (isLast) await stopPostmaster(data);
      await client.end().catch(() => undefined);
    },
  };
}

/** Gives this process's use up; true when no other process uses the server. */
async function lastOf(client: pg.Client): Promise<boolean> {
  await client.query(`SELECT pg_advisory_unlock_shared(${USED})`);
  const { rows } = await client.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${USED}) AS last`);
  return rows[0]?.last === true;
}
