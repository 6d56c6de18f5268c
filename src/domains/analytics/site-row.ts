import type { Tx } from '#app/core/db/database.ts';
import { runIn, statement } from '#app/core/db/statement.ts';

const hold = statement('hold_analytics_site', 'SELECT id FROM analytics_site WHERE id = 1 FOR UPDATE');

/** Creates the only row of the site's connector data if necessary, and locks it until the transaction ends. */
export async function lockSite(tx: Tx): Promise<void> {
  await tx.analyticsSite.createMany({ data: [{ id: 1 }], skipDuplicates: true });
  await runIn(tx, hold);
}
