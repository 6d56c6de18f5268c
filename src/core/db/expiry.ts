import type { Database } from './database.ts';
import { type Statement, statement } from './statement.ts';

/** Rows that go at once: few enough that nobody waits for them. */
export const PORTION = 500;

const DAY_MS = 24 * 3600_000;

/**
 * Declares the statement that removes one portion of the rows of `table` for which `condition` holds; its placeholders are the values that
 * `removeExpired` is given; `key` names the columns of the primary key. Rows that another transaction has locked stay for the next time.
 */
export function expiring(name: string, table: string, key: string, condition: string): Statement {
  const portion = `SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${PORTION} FOR UPDATE SKIP LOCKED`;
  return statement(name, `DELETE FROM ${table} WHERE (${key}) IN (${portion}) RETURNING 1`);
}

/** Removes all rows of an `expiring` statement, each portion in a transaction of its own. Returns how many. */
export async function removeExpired({ db }: { db: Database }, stated: Statement, values: readonly unknown[]): Promise<number> {
  for (let removed = 0; ; ) {
    const { length } = await db.rows(stated, values);
    removed += length;
    if (length < PORTION) return removed;
  }
}

/** The moment this many days before another. */
export function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * DAY_MS);
}
