import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../logging/log.ts';
import { DatabaseError, getSqlState } from '../errors.ts';

/** Maximum time that a schema change waits for a table lock. Other statements on the table, including reads, wait behind it during this time. */
export const LOCK_TIMEOUT_MS = 1_000;
/** Default maximum time to retry the work. */
const DEFAULT_WAIT_MS = 120_000;
const PAUSE_MS = 1_000;

interface RetryOptions {
  log?: Log | undefined;
  /** Maximum time to retry the work, in milliseconds. */
  waitMs?: number | undefined;
}

/** True if a statement failed because another transaction held a lock for too long. */
function isLockTimeout(error: unknown): boolean {
  return getSqlState(error) === '55P03' || (error instanceof Error && /55P03|lock timeout/.test(error.message));
}

/** Runs work that locks tables. Repeats it while other sessions hold the locks, with pauses in which other statements can use the tables. */
export async function retryOnLock<T>(work: () => Promise<T>, { log, waitMs = DEFAULT_WAIT_MS }: RetryOptions): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() > deadline)
        throw new DatabaseError(
          'The schema could not be changed, because another session locks its tables (a backup, or a transaction that was left open; see pg_stat_activity). The database is unchanged. Start again when that session has ended.',
          { cause: error },
        );
      if (isFirst) log?.warn('a schema change waits for tables that other sessions use; it is retried');
      await sleep(PAUSE_MS * (1 + Math.random()));
    }
  }
}
