import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Prisma } from '#db';
import { isRetryable } from './errors.ts';
import type { Client, Tx } from './model.ts';
import { runTraced } from '../tracing/tracing.ts';

/** Options of a transaction. */
export interface TransactionOptions {
  /** Maximum wait for a connection, in milliseconds. */
  maxWait?: number;
  /** Maximum duration, in milliseconds. */
  timeout?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
}

const MAX_ATTEMPTS = 5;
const running = new AsyncLocalStorage<{ isOpen: boolean }>();

/** True if the calling code runs inside `runTransaction`. It must then only use the transaction's client. */
export function isInTransaction(): boolean {
  return running.getStore()?.isOpen === true;
}

/**
 * Runs the work in one transaction and returns its result after the commit. If it conflicts with other transactions, repeats it, at most five times
 * in total. Therefore the work must have no effects that a rollback does not undo. Throws the error of the work.
 */
export async function runTransaction<T>(prisma: Client, work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
  if (isInTransaction()) throw new Error('A transaction is open here: pass its tx on instead of opening a second one');
  for (let attempt = 1; ; attempt += 1) {
    const scope = { isOpen: true };
    try {
      return await running.run(scope, () => runTraced('transaction', () => prisma.$transaction(work, options)));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
    } finally {
      scope.isOpen = false;
    }
    await pause(Math.random() * 20 * 2 ** attempt);
  }
}
