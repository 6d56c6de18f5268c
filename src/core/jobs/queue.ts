import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { forWork } from '../logging/request-facts.ts';
import type { Job } from './job.ts';
import type { CoreSite } from '../site/core-site.ts';
import { overdueJobs, secondsToKeep } from './overdue.ts';

/** Runs the jobs of the site in the background. Several processes on one database share them. */
export interface JobQueue {
  /** Runs a job early. Calls within half a second share one run. */
  soon(job: { name: string }): void;
  /** Stops after running work has ended. */
  stop(): Promise<void>;
}

const SCHEMA = 'pgboss';
const STOP_WAIT_MS = 5000;
/** Interval at which a process looks for new work. */
const POLLING_SECONDS = 5;
/** Number of retries after the first attempt. */
const RETRIES = 3;
const MOMENT_MS = 500;

type Runs = Counter<'job' | 'result'>;

/** Runs a job that is due. The queue retries failed runs. */
async function runDue<Site extends CoreSite>(site: Site, { name, run }: Job<Site>, runs: Runs): Promise<void> {
  const counted = async () => {
    try {
      await run(site);
      runs.inc({ job: name, result: 'done' });
    } catch (error) {
      runs.inc({ job: name, result: 'failed' });
      site.log.error({ err: error, job: name }, 'a job failed; it is tried again');
      throw error;
    }
  };
  await forWork('job', name, counted, site.tracing);
}

/** Creates or updates the tables of the queue on the server behind an address. */
export async function migrateQueue(connectionString: string): Promise<void> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ connectionString, max: 1, schema: SCHEMA, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

async function startQueue<Site extends CoreSite>(site: Site, jobs: readonly Job<Site>[], runs: Runs): Promise<JobQueue> {
  // loaded late, because requests do not need it
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    // separate connections would exceed the limit of a server that grants few
    db: { executeSql: site.db.libraryStatements },
    schema: SCHEMA,
    // otherwise db:migrate creates its tables
    migrate: site.config.migrates,
    createSchema: site.config.migrates,
  });
  boss.on('error', (error) => site.log.warn({ err: error }, 'the job queue met an error'));
  await boss.start();
  for (const one of jobs) {
    // one waiting job is enough
    const deleteAfterSeconds = secondsToKeep(one);
    await boss.createQueue(one.name, { retryLimit: RETRIES, retryBackoff: true, policy: 'short', deleteAfterSeconds });
    await boss.schedule(one.name, one.every);
    await boss.work(one.name, { pollingIntervalSeconds: POLLING_SECONDS }, () => runDue(site, one, runs));
  }
  // only one process queues them
  for (const name of await overdueJobs(site.db.libraryStatements, SCHEMA, jobs)) await boss.send(name, {}, { singletonSeconds: 3600 });
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

/** Background work of a process whose queue may not have started yet. */
export interface BackgroundWork {
  /** Resolves when the queue runs; never if it is stopped before. */
  started: Promise<JobQueue>;
  state: () => 'starting' | 'running' | 'failed';
  stop(): Promise<void>;
}

/** Delay, so that the first requests come before the start of the queue, which takes a few hundred milliseconds. */
const BEFORE_START_MS = 500;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Starts the queue on the site's database after a short delay and runs the given jobs. Logs a failed start and retries with pauses of up to a minute. */
export function startJobs<Site extends CoreSite>(site: Site, jobs: readonly Job<Site>[]): BackgroundWork {
  const runs: Runs = new Counter({
    name: 'marquee_jobs_total',
    help: 'Runs of background work in this process, by job and result.',
    labelNames: ['job', 'result'],
    registers: [site.metrics],
  });
  // start each series at 0: Prometheus shows no increase if a series begins with its first run
  for (const { name } of jobs) for (const result of ['done', 'failed']) runs.inc({ job: name, result }, 0);
  const stopping = new AbortController();
  let state: ReturnType<BackgroundWork['state']> = 'starting';
  const { promise: started, resolve } = Promise.withResolvers<JobQueue>();
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
  const starting = (async () => {
    await wait(BEFORE_START_MS);
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const queue = await startQueue(site, jobs, runs);
        state = 'running';
        resolve(queue);
        return queue;
      } catch (error) {
        state = 'failed';
        site.log.error({ err: error, againInSeconds: pause / 1000 }, 'background jobs could not be started');
        await wait(pause);
      }
    }
    return null;
  })();
  return {
    started,
    state: () => state,
    async stop() {
      stopping.abort();
      await (await starting)?.stop();
    },
  };
}
