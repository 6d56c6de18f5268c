import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../logging/log.ts';
import { DatabaseError, sqlState } from '../errors.ts';

/** Maximum wait of a schema change for a table lock. Later statements on the table, including reads, wait behind it. */
export const LOCK_TIMEOUT_MS = 1_000;
/** Default of the maximum time to retry the work. */
const LONGEST_WAIT_MS = 120_000;
const PAUSE_MS = 1_000;

interface Waiting {
  log?: Log | undefined;
  /** Maximum time to retry the work. */
  waitMs?: number | undefined;
}

/** True if a statement failed because another transaction held its lock for too long. */
function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03' || (error instanceof Error && /55P03|lock timeout/.test(error.message));
}

/** Runs work that locks tables, and retries it while others hold the locks. Other statements proceed between two attempts. */
export async function retryOnLock<T>(work: () => Promise<T>, { log, waitMs = LONGEST_WAIT_MS }: Waiting): Promise<T> {
  const latest = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() > latest)
        throw new DatabaseError(
          'The schema could not be changed: others hold its tables for long (a backup, or a transaction that was left open; see pg_stat_activity). The database is as it was; start again when they are done.',
          { cause: error },
        );
      if (isFirst) log?.warn('a change of the schema waits for tables that others use; it is tried again');
      await sleep(PAUSE_MS * (1 + Math.random()));
    }
  }
}
