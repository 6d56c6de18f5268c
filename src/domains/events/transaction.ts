import type { Tx } from '#app/core/db/database.ts';
import type { TransactionOptions } from '#app/core/db/transaction.ts';
import { retryOnUniqueViolation } from '#app/core/db/retry-on-unique-violation.ts';
import type { Site } from '#app/site.ts';

/** Runs a calendar write in one transaction. Retries if a concurrent writer took the same slug or term name. */
export async function runCalendarTransaction<T>(site: Site, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
  return await retryOnUniqueViolation(() => site.db.transaction(work, options));
}
