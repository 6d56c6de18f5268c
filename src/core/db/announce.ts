import type { Database } from './database.ts';
import type { Tx } from './model.ts';
import { packed } from './packed.ts';
import { runIn, statement } from './statement.ts';

const notify = statement('announce', 'SELECT pg_notify($1, $2)::text');

/** Sends a text to those who listen to a channel (`Database.listen`), on every process, once the transaction commits. */
export async function announce(tx: Tx, channel: string, payload: string): Promise<void> {
  await runIn(tx, notify, channel, payload);
}

/** As `announce`, of several texts: they travel together, in as few notifications as they fit into, and are heard one by one. */
export async function announceAll(tx: Tx, channel: string, payloads: readonly string[]): Promise<void> {
  for (const message of packed(payloads)) await runIn(tx, notify, channel, message);
}

/** As `announce`, outside of a transaction: at once. */
export async function announceNow(db: Pick<Database, 'rows'>, channel: string, payload: string): Promise<void> {
  await db.rows(notify, [channel, payload]);
}
