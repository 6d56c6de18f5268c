import type { Tx } from './model.ts';
import { runIn, statement } from './statement.ts';

const hold = statement('hold_lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text');

/** Waits until no other transaction, of any process, holds the lock of this name; then holds it until the transaction ends. */
export async function holdLock(tx: Tx, name: string): Promise<void> {
  await runIn(tx, hold, name);
}
