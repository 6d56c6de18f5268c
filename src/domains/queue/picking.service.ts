import type { QueueJob } from '#db';
import { now } from '#app/core/time/clock.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { conditions, inTurn } from './job.rules.ts';
import { forgetDone, type Holds, jobColumns, jobNotFound, seen } from './table.ts';

/** For so long a job belongs to the client that picked it. */
const PICKED_MS = 15_000;
/** Most jobs that one asks for at once. */
const MAX_JOBS = 25;

/** Someone who picks does not wait for another one: what that one is about to have is passed over. */
const picking = statement(
  'pick_jobs',
  `WITH free AS MATERIALIZED (
    SELECT j.id FROM queue_job j WHERE ${conditions.pending} AND j.lock_until <= $1 AND ${seen('$2')} AND j.id > $3
      ORDER BY j.priority, j.id LIMIT ${MAX_JOBS} FOR UPDATE SKIP LOCKED
  ) UPDATE queue_job j SET lock_until = $4 FROM free WHERE j.id = free.id RETURNING ${jobColumns.list}`,
  jobColumns,
);

/**
 * Takes up to 25 jobs that wait, with numbers above `after`: they are the caller's for 15 seconds, nobody else gets them meanwhile.
 */
export async function pickJobs(site: Site, holds: Holds, after = 0): Promise<QueueJob[]> {
  await forgetDone(site);
  const moment = now();
  const picked = await site.db.rows(picking, [moment, holds, after, new Date(moment.getTime() + PICKED_MS)]);
  return picked.sort(inTurn);
}

const holding = statement(
  'hold_jobs',
  `UPDATE queue_job j SET lock_until = CASE WHEN j.locked THEN greatest(j.lock_until, $1) ELSE $1 END
    WHERE j.id = ANY ($2) AND j.id > $3 AND ${seen('$4')} RETURNING ${jobColumns.list}`,
  jobColumns,
);

/** Reads jobs in whatever state by their numbers, and keeps them from others for 15 seconds; a run that has longer keeps that. */
export async function holdJobs(site: Site, holds: Holds, ids: readonly number[], after = 0): Promise<QueueJob[]> {
  await forgetDone(site);
  const until = new Date(now().getTime() + PICKED_MS);
  const held = await site.db.rows(holding, [until, ids, after, holds]);
  return held.sort(inTurn);
}

const locking = statement(
  'set_job_locked',
  `UPDATE queue_job j SET locked = $2 WHERE j.id = $1 AND ${seen('$3')} RETURNING ${jobColumns.list}`,
  jobColumns,
);

/** Locks a job or frees it. Throws `queue_job_not_found`. */
export async function setLocked(site: Site, holds: Holds, id: number, isLocked: boolean): Promise<QueueJob> {
  await forgetDone(site);
  const [job] = await site.db.rows(locking, [id, isLocked, holds]);
  if (!job) throw jobNotFound();
  return job;
}
