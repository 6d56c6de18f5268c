import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

const selectSells = statement(
  'compliance_sells_tickets',
  `SELECT EXISTS (SELECT 1 FROM ticket WHERE status = 'publish' AND price_minor > 0) AS sells`,
  rowShape({ sells: 'bool' }),
);

/** True if at least one published ticket has a price. */
export async function hasPaidTickets(site: Site): Promise<boolean> {
  const [row] = await site.db.rows(selectSells);
  return row?.sells ?? false;
}
