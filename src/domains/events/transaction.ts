import type { Tx } from '#app/core/db/database.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import type { TransactionOptions } from '#app/core/db/transaction.ts';
import type { Site } from '#app/site.ts';

const MAX_TRIES = 5;

/** Runs a calendar write in one transaction. Retries if a concurrent writer took the same slug or term name. */
export async function calendarTransaction<T>(site: Site, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await site.db.transaction(work, options);
    } catch (error) {
      if (attempt >= MAX_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}
