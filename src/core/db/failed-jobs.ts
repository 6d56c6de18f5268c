import { invalid, notFound } from '../failure.ts';
import type { Database } from './database.ts';

/** Work that failed as often as it is tried. */
export interface FailedJob {
  id: string;
  name: string;
  failedAt: Date;
  /** What it said. */
  reason: string;
}

const MOST = 200;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// the queue's own tables, which its migrations make at its first start
const found = `SELECT id::text, name, completed_on AS "failedAt", COALESCE(output->>'message', output::text, '') AS reason
  FROM pgboss.job WHERE state = 'failed' ORDER BY completed_on DESC LIMIT ${MOST}`;
// of work that waits already one is enough
const again = `UPDATE pgboss.job j SET state = 'created', retry_count = 0, start_after = now(), started_on = NULL, completed_on = NULL, output = NULL
  WHERE state = 'failed' AND ($1::text IS NULL OR id::text = $1)
    AND id = (SELECT max(id::text)::uuid FROM pgboss.job o WHERE o.name = j.name AND o.state = 'failed' AND ($1::text IS NULL OR o.id::text = $1))
    AND NOT EXISTS (SELECT 1 FROM pgboss.job w WHERE w.name = j.name AND w.state = 'created') RETURNING id`;

/** Jobs that nobody tries again by itself, newest first, at most 200; none before the queue was first started. */
export async function failedJobs({ db }: { db: Database }): Promise<FailedJob[]> {
  const [queue] = await db.sql<{ made: string | null }>(`SELECT to_regclass('pgboss.job')::text AS made`);
  return queue?.made ? await db.sql<FailedJob>(found) : [];
}

/** Has one failed job, or all of them, tried again; answers how many. One of a kind is enough where several failed. Throws `job_not_found`. */
export async function retryFailed({ db }: { db: Database }, id: string | null): Promise<number> {
  if (id !== null && !ID.test(id)) throw invalid('job_not_found', 'This is no number of a job; `jobs failed` lists them.');
  const jobs = await failedJobs({ db });
  if (id !== null && !jobs.some((job) => job.id === id)) throw notFound('job_not_found', 'No failed job has this number.');
  return (await db.sql(again, [id])).length;
}
