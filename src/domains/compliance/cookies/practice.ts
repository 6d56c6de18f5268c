import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { processesSensitiveData } from '../compliance.settings.ts';

const selectPractice = statement(
  'compliance_practice',
  `SELECT
    EXISTS (SELECT 1 FROM cookie_inventory c JOIN cookie_service s ON s.id = c.service_id WHERE s.shares_data AND NOT c.deleted) AS "sharesData",
    EXISTS (SELECT 1 FROM cookie_inventory WHERE NOT deleted AND NOT ignored AND purpose ILIKE '%marketing%') AS "usesMarketing"`,
  rowShape({ sharesData: 'bool', usesMarketing: 'bool' }),
);

/**
 * Reads from the inventory whether any service shares data, and whether any cookie is for marketing. Both are false unless the site processes
 * sensitive data.
 */
export async function readInventoryPractice(site: Site): Promise<{ sharesData: boolean; usesMarketing: boolean }> {
  const none = { sharesData: false, usesMarketing: false };
  if (!site.settings.get(processesSensitiveData)) return none;
  const [row] = await site.db.rows(selectPractice);
  return row ?? none;
}
