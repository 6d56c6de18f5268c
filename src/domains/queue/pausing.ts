import { answer } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { holdLock } from '#app/core/db/lock.ts';
import { rowsIn, runIn, statement } from '#app/core/db/statement.ts';
import { conditions, PAUSED } from './job.rules.ts';

/** The number of failures of a type, and the rest of it is not tried any more. */
const TOO_MANY = 4;

const countFailed = statement(
  'count_failed_jobs',
  `SELECT count(*)::int AS failed FROM queue_job j WHERE j.type = $1 AND ${conditions.failed}`,
  answer({ failed: 'int' }),
);
const pause = statement(
  'pause_jobs',
  `UPDATE queue_job j SET runs = j.retries + 1, exception = $2::jsonb
    WHERE j.type = $1 AND j.exception IS NULL AND j.runs = 0 AND ${conditions.pending}`,
);

/**
 * Keeps the untried jobs of a type from running into what four or more of it have met; returns whether that many have. To be called in the
 * transaction in which a job has failed for good.
 */
export async function pauseSiblings(tx: Tx, type: string, origin: number): Promise<boolean> {
  // of two that fail at once, the second one sees the first
  await holdLock(tx, `failed jobs ${type}`);
  const [counted] = await rowsIn(tx, countFailed, type);
  if (!counted || counted.failed < TOO_MANY) return false;
  const exception = { code: PAUSED, message: 'Too many jobs like this one have failed.', data: { origin } };
  await runIn(tx, pause, type, JSON.stringify(exception));
  return true;
}
