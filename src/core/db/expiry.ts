import type { Database } from './database.ts';
import { type Statement, statement } from './statement.ts';

/** Number of rows that are deleted at once. It is small enough not to delay other statements. */
export const BATCH_SIZE = 500;

const DAY_MS = 24 * 3600_000;

/**
 * Declares a statement for `deleteInBatches`. It deletes one batch of the rows of `table` that match `condition`, and skips rows that another
 * transaction has locked. `key` lists the columns of the primary key, separated by commas. `condition` may contain placeholders.
 */
export function declareBatchDelete(name: string, table: string, key: string, condition: string): Statement {
  const batch = `SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`;
  return statement(name, `DELETE FROM ${table} WHERE (${key}) IN (${batch}) RETURNING 1`);
}

/** Deletes all rows that match a statement of `declareBatchDelete`, each batch in its own transaction. Returns the number of deleted rows. */
export async function deleteInBatches({ db }: { db: Database }, deletion: Statement, values: readonly unknown[]): Promise<number> {
  for (let removed = 0; ; ) {
    const { length } = await db.rows(deletion, values);
    removed += length;
    if (length < BATCH_SIZE) return removed;
  }
}

/** Returns the time that is `days` × 24 hours before `moment`. */
export function subtractDays(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * DAY_MS);
}
