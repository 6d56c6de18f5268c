import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Prisma } from '#db';
import { isRetryable } from './errors.ts';
import type { Client, Tx } from './model.ts';
import { runTraced } from '../tracing/tracing.ts';

/** Maximum wait for a connection and maximum duration, in milliseconds, and the isolation level. */
export interface TransactionOptions {
  maxWait?: number;
  timeout?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
}

const attempts = 5;
const running = new AsyncLocalStorage<{ open: boolean }>();

/** True if the calling code runs inside `runTransaction`. It must then use only the client of the transaction. */
export function isInTransaction(): boolean {
  return running.getStore()?.open === true;
}

/**
 * Runs the work in one transaction and returns its result after the commit. Repeats it up to five times on conflicts with other transactions, so the work
 * must have no effects that a rollback does not undo. Throws the error of the work.
 */
export async function runTransaction<T>(prisma: Client, work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
  if (isInTransaction()) throw new Error('A transaction is open here: pass its tx on instead of opening a second one');
  for (let attempt = 1; ; attempt += 1) {
    const scope = { open: true };
    try {
      return await running.run(scope, () => runTraced('transaction', () => prisma.$transaction(work, options)));
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    } finally {
      scope.open = false;
    }
    await pause(Math.random() * 20 * 2 ** attempt);
  }
}
