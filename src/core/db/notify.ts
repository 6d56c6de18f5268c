import type { Database } from './database.ts';
import type { Tx } from './model.ts';
import { packPayloads } from './pack-payloads.ts';
import { executeIn, statement } from './statement.ts';

const send = statement('notify', 'SELECT pg_notify($1, $2)::text');

/** Sends a payload to the listeners of a channel (`Database.listen`) in every process when the transaction commits. */
export async function notify(tx: Tx, channel: string, payload: string): Promise<void> {
  await executeIn(tx, send, channel, payload);
}

/** Sends several payloads like `notify`, in as few notifications as possible. Listeners receive each payload separately. */
export async function notifyBatch(tx: Tx, channel: string, payloads: readonly string[]): Promise<void> {
  for (const message of packPayloads(payloads)) await executeIn(tx, send, channel, message);
}

/** Sends a payload like `notify`, but immediately and outside a transaction. */
export async function notifyNow(db: Pick<Database, 'rows'>, channel: string, payload: string): Promise<void> {
  await db.rows(send, [channel, payload]);
}
