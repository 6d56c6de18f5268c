import type { Tx } from './model.ts';
import { executeIn, statement } from './statement.ts';

const acquireOne = statement('hold_lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text');

/** Takes the lock of this name and holds it until the transaction ends. Waits while another transaction of any process holds it. */
export async function acquireAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await executeIn(tx, acquireOne, name);
}

const acquireSeveral = statement(
  'hold_locks',
  'SELECT pg_advisory_xact_lock(hash)::text FROM (SELECT DISTINCT hashtextextended(name, 0) AS hash FROM unnest($1::text[]) AS name ORDER BY 1) AS hashes',
);

/** Takes several locks like `acquireAdvisoryLock`. Take all locks of one kind with a single call, because it sorts them to avoid deadlocks. */
export async function acquireAdvisoryLocks(tx: Tx, names: readonly string[]): Promise<void> {
  await executeIn(tx, acquireSeveral, names);
}
