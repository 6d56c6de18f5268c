import type { Config } from '../../config/config.ts';
import type { Log } from '../logging/log.ts';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { rowShape } from '../db/columns.ts';
import type { Database } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import { placeOfUploads } from './place-of-uploads.ts';

/** The parts of a site that this module needs. */
interface SitePart {
  config: Config;
  db: Database;
  log: Log;
}

const BEAT_MS = 10_000;

/** SQL condition for rows of `running_process p` whose process is alive. Three heartbeats may be lost. */
export const LIVES = `p.seen_at > now() - interval '30 seconds'`;

const beat = statement(
  'beat_of_process',
  'INSERT INTO running_process (id, host, uploads, seen_at) VALUES ($1, $2, $3, now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()',
);
const end = statement('end_of_process', 'DELETE FROM running_process WHERE id = $1');
const uploads = statement(
  'uploads_of_processes',
  `SELECT DISTINCT p.host, p.uploads FROM running_process p WHERE ${LIVES} AND p.uploads <> '' ORDER BY p.host, p.uploads`,
  rowShape({ host: 'text', uploads: 'text' }),
);
const removeOld = statement('remove_ended_processes', `DELETE FROM running_process p WHERE NOT (${LIVES})`);

interface Running {
  id: string;
  stop(): Promise<void>;
}

const notRunning = (): { running: Promise<Running> | null } => ({ running: null });

async function begin({ db, log, config }: SitePart): Promise<Running> {
  const id = randomUUID();
  const kept = await placeOfUploads(config, log);
  const say = () => db.rows(beat, [id, hostname(), kept]);
  await say();
  let last: Promise<unknown> = Promise.resolve();
  // a lost heartbeat is tolerated; other code reports that the database is down
  const timer = setInterval(() => {
    last = say().catch((error: unknown) => log.debug({ err: error }, 'a beat was lost'));
  }, BEAT_MS).unref();
  return {
    id,
    async stop() {
      clearInterval(timer);
      await last;
      await db.rows(end, [id]).catch((error: unknown) => log.debug({ err: error }, 'the end of the process could not be recorded'));
    },
  };
}

/** Returns the ID of this process among those on its database. The first call registers it. */
export async function processId(site: SitePart): Promise<string> {
  const known = site.db.state.of(notRunning);
  known.running ??= begin(site).catch((error: unknown) => {
    known.running = null;
    throw error;
  });
  return (await known.running).id;
}

/** Unregisters this process, which immediately releases what it holds for callers. */
export async function leaveProcesses({ db }: SitePart): Promise<void> {
  const known = db.state.of(notRunning);
  const { running } = known;
  known.running = null;
  await running?.then((one) => one.stop()).catch(() => undefined);
}

/** Returns the places where processes of this database store uploads, each with its machines. */
export async function placesOfUploads({ db }: SitePart): Promise<Map<string, string[]>> {
  const places = new Map<string, string[]>();
  for (const { host, uploads: place } of await db.rows(uploads)) places.set(place, [...(places.get(place) ?? []), host]);
  return places;
}

/** Deletes processes that ended without unregistering. */
export async function removeEndedProcesses({ db }: SitePart): Promise<void> {
  await db.rows(removeOld);
}
