import type { Tx } from './database.ts';
import { executeIn, statement } from './statement.ts';

const setSavepoint = statement('savepoint_of_part', 'SAVEPOINT part');
const rollBack = statement('rollback_of_part', 'ROLLBACK TO SAVEPOINT part');
const release = statement('release_of_part', 'RELEASE SAVEPOINT part');

/**
 * Runs a part of the caller's transaction in a savepoint. If the part throws, rolls back to the savepoint and returns the result of `onError`; the
 * transaction can continue. If `onError` throws, its error ends the transaction.
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>, onError: (error: unknown) => T): Promise<T> {
  await executeIn(tx, setSavepoint);
  let result: T;
  try {
    result = await work();
  } catch (error) {
    const fallback = onError(error);
    await executeIn(tx, rollBack);
    return fallback;
  }
  await executeIn(tx, release);
  return result;
}
