import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { runWork } from '../logging/request-facts.ts';
import type { Job } from './job.ts';
import { limitConcurrency } from '../async/limit-concurrency.ts';
import type { CoreSite } from '../site/core-site.ts';
import { findOverdueJobs, getRetentionSeconds } from './overdue.ts';

/** A queue that runs the jobs of the site in the background. All processes on one database share the jobs. */
export interface JobQueue {
  /** Runs a job before its scheduled time. Calls within half a second share one run. */
  runSoon(job: { name: string }): void;
  /** Waits up to five seconds for running jobs, then stops the queue. */
  stop(): Promise<void>;
}

const SCHEMA = 'pgboss';
const STOP_WAIT_MS = 5000;
/** Interval at which a process looks for new work. */
const POLLING_SECONDS = 5;
/** Maximum number of attempts after the first one. */
const RETRIES = 3;
/** Time for which `runSoon` waits for further calls. */
const SOON_MS = 500;

type RunCounter = Counter<'job' | 'result'>;

/** Runs a queued job, and counts its result. If it throws, the queue retries it unless this was the last attempt. */
async function runQueued<Site extends CoreSite>(site: Site, { name, run }: Job<Site>, runs: RunCounter, isLast: boolean): Promise<void> {
  const runAndCount = async () => {
    try {
      await run(site);
      runs.inc({ job: name, result: 'done' });
    } catch (error) {
      runs.inc({ job: name, result: 'failed' });
      site.log.error({ err: error, job: name }, isLast ? 'a job failed permanently' : 'a job failed; it is retried');
      throw error;
    }
  };
  await runWork('job', name, runAndCount, site.tracing);
}

/** Creates or updates the tables of the queue in the database of a connection URL. */
export async function migrateQueue(connectionString: string): Promise<void> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ connectionString, max: 1, schema: SCHEMA, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

async function startQueue<Site extends CoreSite>(site: Site, jobs: readonly Job<Site>[], runs: RunCounter): Promise<JobQueue> {
  // the package is loaded late, because requests do not need it
  const { PgBoss } = await import('pg-boss');
  // all job types are polled at the same moment; statements that run one after the other need only one connection
  const runOneAtATime = limitConcurrency(1);
  const boss = new PgBoss({
    // the queue uses the connections of the site, because a server may allow only a few
    db: { executeSql: (...statement) => runOneAtATime(() => site.db.libraryStatements(...statement)) },
    schema: SCHEMA,
    // if the service may not migrate, db:migrate creates the tables of the queue
    migrate: site.config.applyMigrations,
    createSchema: site.config.applyMigrations,
  });
  boss.on('error', (error) => site.log.warn({ err: error }, 'the job queue reported an error'));
  await boss.start();
  for (const job of jobs) {
    // with the policy "short", only one job of each name can wait
    const deleteAfterSeconds = getRetentionSeconds(job);
    await boss.createQueue(job.name, { retryLimit: RETRIES, retryBackoff: true, policy: 'short', deleteAfterSeconds });
    await boss.schedule(job.name, job.cron);
    await boss.work(job.name, { pollingIntervalSeconds: POLLING_SECONDS, includeMetadata: true }, ([queued]) =>
      runQueued(site, job, runs, queued !== undefined && queued.retryCount >= queued.retryLimit),
    );
  }
  // if several processes start at once, each overdue job is still queued only once
  for (const name of await findOverdueJobs(site.db.libraryStatements, SCHEMA, jobs)) await boss.send(name, {}, { singletonSeconds: 3600 });
  const timers = new Map<string, NodeJS.Timeout>();
  const send = (name: string) => {
    timers.delete(name);
    boss
      .send(name, {})
      .catch((error: unknown) =>
        site.log.warn({ err: error, job: name }, 'a job could not be queued early; it runs at its scheduled time'),
      );
  };
  return {
    runSoon({ name }) {
      if (!timers.has(name)) timers.set(name, setTimeout(send, SOON_MS, name).unref());
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      return boss.stop({ graceful: true, timeout: STOP_WAIT_MS }).then(() => undefined);
    },
  };
}

/** The background jobs of a process, whose queue may not have started yet. */
export interface BackgroundJobs {
  /** Resolves when the queue has started. Never resolves if the work is stopped before. */
  started: Promise<JobQueue>;
  state: () => 'starting' | 'running' | 'failed';
  stop(): Promise<void>;
}

/** Delay before the first start of the queue, so that the first requests do not wait for it. The start takes a few hundred milliseconds. */
const START_DELAY_MS = 500;
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

/**
 * Starts the queue on the site's database after a short delay, and runs the given jobs. If the start fails, logs the error and tries again, with
 * pauses of up to a minute.
 */
export function startJobs<Site extends CoreSite>(site: Site, jobs: readonly Job<Site>[]): BackgroundJobs {
  const runs: RunCounter = new Counter({
    name: 'marquee_jobs_total',
    help: 'Runs of background jobs in this process, by job and result.',
    labelNames: ['job', 'result'],
    registers: [site.metrics],
  });
  // each series starts at 0, because Prometheus shows no increase for a series that starts at 1
  for (const { name } of jobs) for (const result of ['done', 'failed']) runs.inc({ job: name, result }, 0);
  const stopping = new AbortController();
  let state: ReturnType<BackgroundJobs['state']> = 'starting';
  const { promise: started, resolve } = Promise.withResolvers<JobQueue>();
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
  const starting = (async () => {
    await wait(START_DELAY_MS);
    for (let pause = MIN_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      try {
        const queue = await startQueue(site, jobs, runs);
        state = 'running';
        resolve(queue);
        return queue;
      } catch (error) {
        state = 'failed';
        site.log.error({ err: error, retryInSeconds: pause / 1000 }, 'background jobs could not be started');
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
