import type { QueueJob } from '#db';
import { now } from '#app/core/time/clock.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { conditions, compareByTurn } from './job.rules.ts';
import { deleteDoneJobs, type ViewerCapabilities, jobColumns, jobNotFound, buildVisibleCondition } from './table.ts';

/** Time for which a picked job is locked for its client. */
const LOCK_MS = 15_000;
/** Maximum number of jobs in a request. */
const MAX_JOBS = 25;

/** Skips jobs that another client is picking, instead of waiting for that client. */
const pickStatement = statement(
  'pick_jobs',
  `WITH free AS MATERIALIZED (
    SELECT j.id FROM queue_job j WHERE ${conditions.pending} AND j.lock_until <= $1 AND ${buildVisibleCondition('$2')} AND j.id > $3
      ORDER BY j.priority, j.id LIMIT ${MAX_JOBS} FOR UPDATE SKIP LOCKED
  ) UPDATE queue_job j SET lock_until = $4 FROM free WHERE j.id = free.id RETURNING ${jobColumns.list}`,
  jobColumns,
);

/** Picks up to 25 pending jobs with IDs above `after` and locks them for the caller for 15 seconds. */
export async function pickJobs(site: Site, capabilities: ViewerCapabilities, after = 0): Promise<QueueJob[]> {
  await deleteDoneJobs(site);
  const moment = now();
  const picked = await site.db.rows(pickStatement, [moment, capabilities, after, new Date(moment.getTime() + LOCK_MS)]);
  return picked.sort(compareByTurn);
}

const lockStatement = statement(
  'hold_jobs',
  `UPDATE queue_job j SET lock_until = CASE WHEN j.locked THEN greatest(j.lock_until, $1) ELSE $1 END
    WHERE j.id = ANY ($2) AND j.id > $3 AND ${buildVisibleCondition('$4')} RETURNING ${jobColumns.list}`,
  jobColumns,
);

/** Returns jobs in any state by ID and locks them for 15 seconds. Does not shorten the lock of a running job. */
export async function lockJobs(site: Site, capabilities: ViewerCapabilities, ids: readonly number[], after = 0): Promise<QueueJob[]> {
  await deleteDoneJobs(site);
  const until = new Date(now().getTime() + LOCK_MS);
  const locked = await site.db.rows(lockStatement, [until, ids, after, capabilities]);
  return locked.sort(compareByTurn);
}

const setLockedStatement = statement(
  'set_job_locked',
  `UPDATE queue_job j SET locked = $2 WHERE j.id = $1 AND ${buildVisibleCondition('$3')} RETURNING ${jobColumns.list}`,
  jobColumns,
);

/** Changes whether a job is locked. Throws `queue_job_not_found`. */
export async function setLocked(site: Site, capabilities: ViewerCapabilities, id: number, isLocked: boolean): Promise<QueueJob> {
  await deleteDoneJobs(site);
  const [job] = await site.db.rows(setLockedStatement, [id, isLocked, capabilities]);
  if (!job) throw jobNotFound();
  return job;
}
