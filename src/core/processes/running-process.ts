import type { Config } from '../../config/config.ts';
import type { Log } from '../logging/log.ts';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { rowShape } from '../db/columns.ts';
import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import { getUploadStore } from './upload-store.ts';

/** The parts of a site that this module needs. */
interface SitePart {
  config: Config;
  db: Database;
  log: Log;
}

const HEARTBEAT_MS = 10_000;

/** SQL condition for rows of `running_process p` whose process is alive. A process counts as alive until three heartbeats are missing. */
export const IS_ALIVE = `p.seen_at > now() - interval '30 seconds'`;

const heartbeat = statement(
  'beat_of_process',
  'INSERT INTO running_process (id, host, uploads, seen_at) VALUES ($1, $2, $3, now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()',
);
const removeProcess = statement('end_of_process', 'DELETE FROM running_process WHERE id = $1');
const selectUploadStores = statement(
  'uploads_of_processes',
  `SELECT DISTINCT p.host, p.uploads FROM running_process p WHERE ${IS_ALIVE} AND p.uploads <> '' ORDER BY p.host, p.uploads`,
  rowShape({ host: 'text', uploads: 'text' }),
);
const removeOld = statement('remove_ended_processes', `DELETE FROM running_process p WHERE NOT (${IS_ALIVE})`);

interface RegisteredProcess {
  id: string;
  stop(): Promise<void>;
}

const createState = (): { running: Promise<RegisteredProcess> | null } => ({ running: null });

async function registerProcess({ db, log, config }: SitePart): Promise<RegisteredProcess> {
  const id = randomUUID();
  const uploadStore = await getUploadStore(config, log);
  const sendHeartbeat = () => db.rows(heartbeat, [id, hostname(), uploadStore]);
  await sendHeartbeat();
  let lastHeartbeat: Promise<unknown> = Promise.resolve();
  // a lost heartbeat is tolerated, because other code reports that the database is unavailable
  const timer = setInterval(() => {
    lastHeartbeat = sendHeartbeat().catch((error: unknown) => log.debug({ err: error }, 'a heartbeat was lost'));
  }, HEARTBEAT_MS).unref();
  return {
    id,
    async stop() {
      clearInterval(timer);
      await lastHeartbeat;
      await db
        .rows(removeProcess, [id])
        .catch((error: unknown) => log.debug({ err: error }, 'the end of the process could not be recorded'));
    },
  };
}

/** Returns the ID of this process, which is unique among the processes on its database. The first call registers the process. */
export async function getProcessId(site: SitePart): Promise<string> {
  const state = site.db.state.getOrCreate(createState);
  state.running ??= registerProcess(site).catch((error: unknown) => {
    state.running = null;
    throw error;
  });
  return (await state.running).id;
}

/** Unregisters this process. Its open streams no longer count against the limits of callers. */
export async function unregisterProcess({ db }: SitePart): Promise<void> {
  const state = db.state.getOrCreate(createState);
  const { running } = state;
  state.running = null;
  await running?.then((registered) => registered.stop()).catch(() => undefined);
}

/** Returns the places where the processes on this database store uploads, with the host names of the processes that use each place. */
export async function findUploadStores({ db }: SitePart): Promise<Map<string, string[]>> {
  const hostsByStore = new Map<string, string[]>();
  for (const { host, uploads } of await db.rows(selectUploadStores))
    hostsByStore.set(uploads, [...(hostsByStore.get(uploads) ?? []), host]);
  return hostsByStore;
}

/** Deletes the rows of processes that ended without unregistering. */
export async function removeEndedProcesses({ db }: SitePart): Promise<void> {
  await db.rows(removeOld);
}
