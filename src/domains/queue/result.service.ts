import type { QueueJob } from '#db';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { type JobException, getJobState } from './job.rules.ts';
import { pauseSiblings } from './pause-siblings.ts';
import { deleteDoneJobs, type ViewerCapabilities, jobColumns, jobNotFound, buildVisibleCondition } from './table.ts';

/** A job after its result is stored. */
export interface ReportedJob {
  job: QueueJob;
  /** True if the other jobs of the type are paused, because too many jobs of the type have failed. */
  isPaused: boolean;
}

const MAX_PROGRESS = 2_147_483_647;

/** Converts a progress value to an integer that fits the column. */
export function toProgress(value: number): number {
  return Math.trunc(Math.max(0, Math.min(MAX_PROGRESS, Number.isNaN(value) ? 0 : value)));
}

/** Returns the JSON of an exception without NUL, which PostgreSQL cannot store in strings. */
export function serializeException(exception: JobException | null): string | null {
  return exception && JSON.stringify(exception).replaceAll(String.raw`\u0000`, '');
}

/** Pauses the other jobs of the type if the changed job has failed and the limit is reached, in the same transaction. */
export async function pauseSiblingsIfFailed(tx: Tx, job: QueueJob): Promise<ReportedJob> {
  const hasFailed = getJobState(job, job.lockUntil) === 'failed';
  return { job, isPaused: hasFailed && (await pauseSiblings(tx, job.type, job.id)) };
}

const storeResult = statement(
  'note_job_result',
  `UPDATE queue_job j SET process = $2, exception = $3::jsonb, locked = $2 < j.process_total, runs = CASE
      WHEN $3::jsonb IS NOT NULL THEN j.retries + 1
      WHEN $2 = j.process OR $2 >= j.process_total THEN j.runs + 1
      ELSE j.runs END
    WHERE j.id = $1 AND ${buildVisibleCondition('$4')} RETURNING ${jobColumns.list}`,
  jobColumns,
);

/**
 * Stores the result that a client reports for a job. With an exception, the job fails immediately. Without an exception, a step without progress
 * counts as a run. Throws `queue_job_not_found`.
 */
export async function reportResult(
  site: Site,
  capabilities: ViewerCapabilities,
  id: number,
  { process, exception }: { process: number; exception: JobException | null },
): Promise<ReportedJob> {
  await deleteDoneJobs(site);
  return await site.db.transaction(async (tx) => {
    const [job] = await queryIn(tx, storeResult, id, toProgress(process), serializeException(exception), capabilities);
    if (!job) throw jobNotFound();
    return await pauseSiblingsIfFailed(tx, job);
  });
}
