import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';

const lock = statement('hold_user', 'SELECT id FROM user_account WHERE id = $1 FOR UPDATE');

/** Locks the account until the transaction ends, so that concurrent changes of an account run one after the other. */
export async function lockUser(tx: Tx, id: number): Promise<void> {
  await executeIn(tx, lock, id);
}
