import type { Tx } from './database.ts';
import { runIn, statement } from './statement.ts';

const set = statement('savepoint_of_part', 'SAVEPOINT part');
const rollBack = statement('rollback_of_part', 'ROLLBACK TO SAVEPOINT part');
const release = statement('release_of_part', 'RELEASE SAVEPOINT part');

/**
 * Runs a part of the caller's transaction in a savepoint. If it throws, rolls back to the savepoint, continues the transaction and returns the result of
 * `failed`. An error of `failed` ends the transaction.
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>, failed: (error: unknown) => T): Promise<T> {
  await runIn(tx, set);
  let result: T;
  try {
    result = await work();
  } catch (error) {
    const instead = failed(error);
    await runIn(tx, rollBack);
    return instead;
  }
  await runIn(tx, release);
  return result;
}
