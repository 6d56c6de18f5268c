import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { holdLock } from '#app/core/db/lock.ts';
import { rowsIn, runIn, statement } from '#app/core/db/statement.ts';
import { conditions, PAUSED } from './job.rules.ts';

/** Number of failures after which the other jobs of a type are paused. */
const TOO_MANY = 4;

const countFailed = statement(
  'count_failed_jobs',
  `SELECT count(*)::int AS failed FROM queue_job j WHERE j.type = $1 AND ${conditions.failed}`,
  rowShape({ failed: 'int' }),
);
const pause = statement(
  'pause_jobs',
  `UPDATE queue_job j SET runs = j.retries + 1, exception = $2::jsonb
    WHERE j.type = $1 AND j.exception IS NULL AND j.runs = 0 AND ${conditions.pending}`,
);

/**
 * Pauses the untried jobs of a type if four or more of the type have failed. Returns true if so. Call it in the transaction in which a job
 * finally failed.
 */
export async function pauseSiblings(tx: Tx, type: string, origin: number): Promise<boolean> {
  // of two concurrent failures, the second one counts the first
  await holdLock(tx, `failed jobs ${type}`);
  const [counted] = await rowsIn(tx, countFailed, type);
  if (!counted || counted.failed < TOO_MANY) return false;
  const exception = { code: PAUSED, message: 'Too many jobs like this one have failed.', data: { origin } };
  await runIn(tx, pause, type, JSON.stringify(exception));
  return true;
}
