import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { processesSensitiveData } from '../compliance.settings.ts';

const practice = statement(
  'compliance_practice',
  `SELECT
    EXISTS (SELECT 1 FROM cookie_inventory c JOIN cookie_service s ON s.id = c.service_id WHERE s.shares_data AND NOT c.deleted) AS "sharesData",
    EXISTS (SELECT 1 FROM cookie_inventory WHERE NOT deleted AND NOT ignored AND purpose ILIKE '%marketing%') AS "usesMarketing"`,
  rowShape({ sharesData: 'bool', usesMarketing: 'bool' }),
);

/** Reads from the inventory if services share data, and if cookies are for marketing. Both are false unless the site processes sensitive data. */
export async function readPractice(site: Site): Promise<{ sharesData: boolean; usesMarketing: boolean }> {
  const nothing = { sharesData: false, usesMarketing: false };
  if (!site.settings.get(processesSensitiveData)) return nothing;
  const [row] = await site.db.rows(practice);
  return row ?? nothing;
}
