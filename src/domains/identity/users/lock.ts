import type { Tx } from '#app/core/db/database.ts';
import { runIn, statement } from '#app/core/db/statement.ts';

const hold = statement('hold_user', 'SELECT id FROM user_account WHERE id = $1 FOR UPDATE');

/** Keeps the account from others until the transaction ends: what is done for one account is then done one after the other. */
export async function holdUser(tx: Tx, id: number): Promise<void> {
  await runIn(tx, hold, id);
}
