import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Prisma } from '#db';
import { isRetryable } from './errors.ts';
import type { Client, Tx } from './model.ts';
import { traced } from '../tracing/tracing.ts';

/** How long a transaction may wait for a connection and then run, in milliseconds, and how strictly it is kept from others. */
export interface TransactionOptions {
  maxWait?: number;
  timeout?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
}

const attempts = 5;
const running = new AsyncLocalStorage<{ open: boolean }>();

/** Whether the calling code runs inside `runTransaction`; then only the transaction's own client may be used. */
export function insideTransaction(): boolean {
  return running.getStore()?.open === true;
}

/**
 * Runs the work in one transaction and returns its result once it is committed. The work may run up to five times when it loses against
 * another transaction, so it must do nothing that the rollback does not undo. Throws what the work throws.
 */
export async function runTransaction<T>(prisma: Client, work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
  if (insideTransaction()) throw new Error('A transaction is open here: pass its tx on instead of opening a second one');
  for (let attempt = 1; ; attempt += 1) {
    const scope = { open: true };
    try {
      return await running.run(scope, () => traced('transaction', () => prisma.$transaction(work, options)));
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    } finally {
      scope.open = false;
    }
    await pause(Math.random() * 20 * 2 ** attempt);
  }
}
