import type { Tx } from './model.ts';
import { executeIn, statement } from './statement.ts';

const holdOne = statement('hold_lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text');

/** Waits for the lock of this name, across all processes, and holds it until the transaction ends. */
export async function holdLock(tx: Tx, name: string): Promise<void> {
  await executeIn(tx, holdOne, name);
}

const holdSeveral = statement(
  'hold_locks',
  'SELECT pg_advisory_xact_lock(hash)::text FROM (SELECT DISTINCT hashtextextended(name, 0) AS hash FROM unnest($1::text[]) AS name ORDER BY 1) AS hashes',
);

/** Same as `holdLock`, for several names. Take several locks of one kind with a single call, which sorts them to avoid deadlocks. */
export async function holdLocks(tx: Tx, names: readonly string[]): Promise<void> {
  await executeIn(tx, holdSeveral, names);
}
