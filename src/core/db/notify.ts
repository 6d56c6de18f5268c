import type { Database } from './database.ts';
import type { Tx } from './model.ts';
import { packPayloads } from './pack-payloads.ts';
import { executeIn, statement } from './statement.ts';

const send = statement('notify', 'SELECT pg_notify($1, $2)::text');

/** Sends a payload to the listeners of a channel (`Database.listen`) in every process, when the transaction commits. */
export async function notify(tx: Tx, channel: string, payload: string): Promise<void> {
  await executeIn(tx, send, channel, payload);
}

/** Same as `notify`, for several payloads. Sends as few notifications as possible; listeners receive the payloads one by one. */
export async function notifyBatch(tx: Tx, channel: string, payloads: readonly string[]): Promise<void> {
  for (const message of packPayloads(payloads)) await executeIn(tx, send, channel, message);
}

/** Same as `notify`, immediately and outside a transaction. */
export async function notifyNow(db: Pick<Database, 'rows'>, channel: string, payload: string): Promise<void> {
  await db.rows(send, [channel, payload]);
}
