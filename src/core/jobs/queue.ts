import { PgBoss } from 'pg-boss';
import type { Site } from '../../site.ts';
import type { Job } from './job.ts';

/** Runs the jobs of the site in the background; several processes on one database share them. */
export interface JobQueue {
  /** Runs work before its time, once for all who ask within a moment. */
  soon(job: Job): void;
  /** Waits for running work, then stops. */
  stop(): Promise<void>;
}

const SCHEMA = 'pgboss';
const STOP_WAIT_MS = 5000;
/** How often a process looks for new work. */
const POLLING_SECONDS = 5;
/** Attempts after the first. */
const RETRIES = 3;
const MOMENT_MS = 500;

/** The embedded database has one connection: the queue goes through it instead of opening its own. */
function embeddedDatabase({ db }: Site) {
  const { embedded } = db;
  if (!embedded) return null;
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      if (values && values.length > 0) return embedded.query(text, values);
      const results = await embedded.exec(text);
      return results.at(-1) ?? { rows: [] };
    },
  };
}

/** Starts the queue on the site's database and works on the given jobs. */
export async function startJobs(site: Site, jobs: readonly Job[]): Promise<JobQueue> {
  const embedded = embeddedDatabase(site);
  const boss = new PgBoss({
    ...(embedded ? { db: embedded as never } : { connectionString: site.config.databaseUrl, max: 2 }),
    schema: SCHEMA,
    application_name: 'marquee-jobs',
  } as never);
  boss.on('error', (error) => site.log.warn({ err: error }, 'the job queue met an error'));
  await boss.start();
  for (const one of jobs) {
    // one that waits is enough
    await boss.createQueue(one.name, { retryLimit: RETRIES, retryBackoff: true, policy: 'short' });
    await boss.schedule(one.name, one.every);
    await boss.work(one.name, { pollingIntervalSeconds: POLLING_SECONDS }, () => one.run(site));
  }
  const asked = new Map<string, NodeJS.Timeout>();
  const send = (name: string) => {
    asked.delete(name);
    boss
      .send(name, {})
      .catch((error: unknown) => site.log.warn({ err: error, job: name }, 'work could not be put in; it waits for its time'));
  };
  return {
    soon({ name }) {
      if (!asked.has(name)) asked.set(name, setTimeout(send, MOMENT_MS, name).unref());
    },
    stop: () => {
      for (const timer of asked.values()) clearTimeout(timer);
      return boss.stop({ graceful: true, timeout: STOP_WAIT_MS }).then(() => undefined);
    },
  };
}
