import { Failure, invalid, notFound } from '../failures/failure.ts';
import type { Database } from './database.ts';

/** State of a background job. `failed`: the last attempt failed, and no retries are left. */
export type BackgroundJobState = 'failed' | 'waiting' | 'running';

/** A background job in the queue. */
export interface BackgroundJob {
  id: string;
  name: string;
  state: BackgroundJobState;
  /** Number of retries so far. */
  retries: number;
  createdAt: Date;
  /** Time of the next attempt; null unless the job is waiting. */
  nextAt: Date | null;
  /** Time at which the last attempt failed; null unless the job has failed. */
  failedAt: Date | null;
  /** Error message of the last attempt; empty without an error. */
  reason: string;
}

const MAX_JOBS = 200;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** SQL condition that excludes the jobs that the queue itself needs. */
const IS_JOB_OF_SITE = "name !~ '^__'";
// the job queue creates its tables itself at its first start
const SELECT_JOBS = `SELECT id::text, name, CASE state::text WHEN 'failed' THEN 'failed' WHEN 'active' THEN 'running' ELSE 'waiting' END AS state,
    retry_count::int AS retries, created_on AS "createdAt", CASE WHEN state::text IN ('created', 'retry') THEN start_after END AS "nextAt",
    CASE WHEN state::text = 'failed' THEN completed_on END AS "failedAt", COALESCE(output->>'message', output::text, '') AS reason
  FROM pgboss.job WHERE ${IS_JOB_OF_SITE} AND state::text = ANY($1::text[]) ORDER BY completed_on DESC NULLS LAST, created_on DESC, id LIMIT ${MAX_JOBS}`;
const storedStates: Readonly<Record<BackgroundJobState, readonly string[]>> = {
  failed: ['failed'],
  waiting: ['created', 'retry'],
  running: ['active'],
};
// retries only one job of each name, and none if a job of that name is already waiting
const RETRY_JOBS = `UPDATE pgboss.job j SET state = 'created', retry_count = 0, start_after = now(), started_on = NULL, completed_on = NULL, output = NULL
  WHERE ${IS_JOB_OF_SITE} AND state = 'failed' AND ($1::text IS NULL OR id::text = $1)
    AND id = (SELECT max(id::text)::uuid FROM pgboss.job o WHERE o.name = j.name AND o.state = 'failed' AND ($1::text IS NULL OR o.id::text = $1))
    AND NOT EXISTS (SELECT 1 FROM pgboss.job w WHERE w.name = j.name AND w.state = 'created') RETURNING id`;

const SELECT_FAILED_NAME = `SELECT name FROM pgboss.job WHERE ${IS_JOB_OF_SITE} AND state = 'failed' AND id::text = $1`;

/** True if the queue has been started before. */
async function hasQueueStarted(db: Database): Promise<boolean> {
  const [queue] = await db.sql<{ table: string | null }>(`SELECT to_regclass('pgboss.job')::text AS "table"`);
  return Boolean(queue?.table);
}

const SELECT_DELAYS = `SELECT count(*) FILTER (WHERE state::text = 'failed')::int AS failed,
    COALESCE(extract(epoch FROM now() - min(start_after) FILTER (WHERE state::text IN ('created', 'retry') AND start_after < now())), 0)::float8 AS delay
  FROM pgboss.job WHERE ${IS_JOB_OF_SITE}`;

/** Returns the number of failed jobs, and the delay of the most overdue waiting job in seconds. Both are 0 before the first start of the queue. */
export async function getJobDelays({ db }: { db: Database }): Promise<{ failed: number; delay: number }> {
  const [counts] = (await hasQueueStarted(db)) ? await db.sql<{ failed: number; delay: number }>(SELECT_DELAYS) : [];
  return counts ?? { failed: 0, delay: 0 };
}

/** Returns the background jobs in a state, newest first, at most 200. Empty before the first start of the queue. */
export async function listBackgroundJobs({ db }: { db: Database }, state: BackgroundJobState): Promise<BackgroundJob[]> {
  return (await hasQueueStarted(db)) ? await db.sql<BackgroundJob>(SELECT_JOBS, [storedStates[state]]) : [];
}

/**
 * Retries the failed job with this ID, or all failed jobs if the ID is null. Retries only one of several failed jobs with the same name, and none if
 * a job of that name is already waiting. Returns the number of retried jobs.
 * @throws Failure `job_not_found`, or `job_waiting` if a job with the name of this job is already waiting
 */
export async function retryFailed({ db }: { db: Database }, id: string | null): Promise<number> {
  if (id !== null && !ID.test(id)) throw invalid('job_not_found', 'This is not the ID of a job; see the list of failed jobs.');
  const hasStarted = await hasQueueStarted(db);
  const retried = hasStarted ? await db.sql(RETRY_JOBS, [id]) : [];
  if (id === null || retried.length > 0) return retried.length;
  const [job] = hasStarted ? await db.sql<{ name: string }>(SELECT_FAILED_NAME, [id]) : [];
  if (!job) throw notFound('job_not_found', 'No failed job has this ID.');
  throw new Failure('job_waiting', 409, `A job with the name "${job.name}" is already waiting.`);
}
