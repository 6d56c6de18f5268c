import type { Tx } from './model.ts';
import { runIn, statement } from './statement.ts';

const hold = statement('hold_lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text');

/** Waits until no other transaction, of any process, holds the lock of this name; then holds it until the transaction ends. */
export async function holdLock(tx: Tx, name: string): Promise<void> {
  await runIn(tx, hold, name);
}

const holdSeveral = statement(
  'hold_locks',
  'SELECT pg_advisory_xact_lock(hash)::text FROM (SELECT DISTINCT hashtextextended(name, 0) AS hash FROM unnest($1::text[]) AS name ORDER BY 1) AS hashes',
);

/** As `holdLock`, of several names: anyone who holds several of one sort takes them by one call, which has one order for all. */
export async function holdLocks(tx: Tx, names: readonly string[]): Promise<void> {
  await runIn(tx, holdSeveral, names);
}
