import { now } from '#app/core/time/clock.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { PAUSED } from './job.rules.ts';
import { type ViewerCapabilities, buildVisibleCondition, whereVisible } from './table.ts';

/** Deletes all visible jobs of a type and returns their number. */
export async function deleteJobs(site: Site, capabilities: ViewerCapabilities, type: string): Promise<number> {
  const { count } = await site.db.prisma.queueJob.deleteMany({ where: { type, ...whereVisible(capabilities) } });
  return count;
}

const retryStatement = statement(
  'retry_jobs',
  `UPDATE queue_job j SET locked = false, lock_until = $2, exception = NULL, runs = 0 WHERE j.type = $1 AND j.exception IS NOT NULL AND ${buildVisibleCondition('$3')}`,
);

const pausedCondition = `j.exception->>'code' = '${PAUSED}'`;
const skipStatement = statement(
  'skip_jobs',
  `UPDATE queue_job j SET exception = NULL, locked = false, lock_until = $2,
      runs = CASE WHEN ${pausedCondition} THEN 0 ELSE 1 END, process = CASE WHEN ${pausedCondition} THEN 0 ELSE j.process_total END
    WHERE j.type = $1 AND j.exception IS NOT NULL AND ${buildVisibleCondition('$3')}`,
);

/** Retries the jobs of a type that failed with an exception. Jobs that only reached their maximum number of runs do not change. */
export async function retryJobs(site: Site, capabilities: ViewerCapabilities, type: string): Promise<void> {
  await site.db.rows(retryStatement, [type, now(), capabilities]);
}

/** Marks the jobs of a type that failed with an exception as done, and resumes the paused jobs. */
export async function skipJobs(site: Site, capabilities: ViewerCapabilities, type: string): Promise<void> {
  await site.db.rows(skipStatement, [type, now(), capabilities]);
}
