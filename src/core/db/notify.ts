import type { Database } from './database.ts';
import type { Tx } from './model.ts';
import { packed } from './packed.ts';
import { runIn, statement } from './statement.ts';

const send = statement('notify', 'SELECT pg_notify($1, $2)::text');

/** Sends a text to those who listen to a channel (`Database.listen`), on every process, once the transaction commits. */
export async function notify(tx: Tx, channel: string, payload: string): Promise<void> {
  await runIn(tx, send, channel, payload);
}

/** As `notify`, of several texts: they travel together, in as few notifications as they fit into, and are heard one by one. */
export async function notifyBatch(tx: Tx, channel: string, payloads: readonly string[]): Promise<void> {
  for (const message of packed(payloads)) await runIn(tx, send, channel, message);
}

/** As `notify`, outside of a transaction: at once. */
export async function notifyNow(db: Pick<Database, 'rows'>, channel: string, payload: string): Promise<void> {
  await db.rows(send, [channel, payload]);
}
