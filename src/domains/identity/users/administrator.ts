import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { adminEmail } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';

const firstAdministrator = statement(
  'first_administrator_address',
  `SELECT display_name AS name, email AS address FROM user_account WHERE role = 'administrator' ORDER BY id LIMIT 1`,
  rowShape({ name: 'text', address: 'text' }),
);

/** Returns the recipient of mails to administrators: the configured email address, else the first administrator, or null if neither exists. */
export async function getAdministrator(site: Site): Promise<{ name: string; address: string } | null> {
  const configured = site.settings.get(adminEmail);
  const [administrator] = await site.db.rows(firstAdministrator);
  return configured === ''
    ? (administrator ?? null)
    : { name: administrator?.address === configured ? administrator.name : '', address: configured };
}
