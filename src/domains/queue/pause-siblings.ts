import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { acquireAdvisoryLock } from '#app/core/db/lock.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { conditions, PAUSED } from './job.rules.ts';

/** If this number of jobs of a type has failed, the other jobs of the type are paused. */
const MAX_FAILED = 4;

const countFailed = statement(
  'count_failed_jobs',
  `SELECT count(*)::int AS failed FROM queue_job j WHERE j.type = $1 AND ${conditions.failed}`,
  rowShape({ failed: 'int' }),
);
const pauseStatement = statement(
  'pause_jobs',
  `UPDATE queue_job j SET runs = j.retries + 1, exception = $2::jsonb
    WHERE j.type = $1 AND j.exception IS NULL AND j.runs = 0 AND ${conditions.pending}`,
);

/**
 * Pauses the jobs of a type that have not run yet if at least four jobs of the type have failed. Returns true if they are paused. `origin` is the ID
 * of the job that has just failed. Call it in the transaction that stores the failure.
 */
export async function pauseSiblings(tx: Tx, type: string, origin: number): Promise<boolean> {
  // lock, so that the second of two concurrent failures counts the first
  await acquireAdvisoryLock(tx, `failed jobs ${type}`);
  const [count] = await queryIn(tx, countFailed, type);
  if (!count || count.failed < MAX_FAILED) return false;
  const exception = { code: PAUSED, message: 'Too many jobs of this type have failed.', data: { origin } };
  await executeIn(tx, pauseStatement, type, JSON.stringify(exception));
  return true;
}
