import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';

const lockRow = statement('hold_analytics_site', 'SELECT id FROM analytics_site WHERE id = 1 FOR UPDATE');

/** Locks the only row of `analytics_site` until the transaction ends. Creates the row if necessary. */
export async function lockSite(tx: Tx): Promise<void> {
  await tx.analyticsSite.createMany({ data: [{ id: 1 }], skipDuplicates: true });
  await executeIn(tx, lockRow);
}
