import type { Database } from './database.ts';
import type { Tx } from './model.ts';
import { runIn, statement } from './statement.ts';

const notify = statement('announce', 'SELECT pg_notify($1, $2)::text');

/** Sends a text to those who listen to a channel (`Database.listen`), on every process, once the transaction commits. */
export async function announce(tx: Tx, channel: string, payload: string): Promise<void> {
  await runIn(tx, notify, channel, payload);
}

const notifyAll = statement('announce_several', 'SELECT pg_notify($1, payload)::text FROM unnest($2::text[]) AS payload');

/** As `announce`, of several texts. */
export async function announceAll(tx: Tx, channel: string, payloads: readonly string[]): Promise<void> {
  await runIn(tx, notifyAll, channel, payloads);
}

/** As `announce`, outside of a transaction: at once. */
export async function announceNow(db: Pick<Database, 'rows'>, channel: string, payload: string): Promise<void> {
  await db.rows(notify, [channel, payload]);
}
