import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { findDeclaredName } from '../../src/core/db/statement.ts';
import { createLog } from '../../src/core/logging/log.ts';
import { prepareContent } from '../../src/initial-content.ts';
import { openSite } from '../../src/open-site.ts';
import { createSiteDatabase } from '../support/database.ts';

/** Returns the names of the SQL statements of a start. Statements of the Prisma client have none. */
async function listStartStatements(url: string): Promise<(string | undefined)[]> {
  const statements: string[] = [];
  const config = readConfig({
    DATABASE_URL: url,
    SECRET_KEY: '0'.repeat(64),
    PASSWORD_COST: '8',
    DEMO_DATA: 'none',
    BOOTSTRAP_ADMIN_LOGIN: 'keeper',
    BOOTSTRAP_ADMIN_APPLICATION_PASSWORD: 'abcdefghijklmnopqrstuvwx',
  });
  const site = await openSite(config, createLog('silent'), { onQuery: (text) => statements.push(text) });
  await prepareContent(site);
  await site.close();
  return statements.map((text) => (text.includes("t.tgname = 'audit_change'") ? 'audit triggers' : findDeclaredName(text)));
}

it('A repeated start of a site sends no statement through the Prisma client, whose first use takes most of the start time', async () => {
  const { url, drop } = await createSiteDatabase();
  try {
    // the first start writes initial content with the Prisma client
    expect(await listStartStatements(url)).toContain(undefined);
    // content and administrator are queried at the same time
    expect((await listStartStatements(url)).map(String).toSorted()).toEqual([
      'application_password_with_hash',
      'audit triggers',
      'compliance_ensure_banner',
      'first_administrator',
      'has_first_category',
      'has_maps',
      'product_stands',
      'settings',
      'site_is_used',
      'user_by_name',
    ]);
  } finally {
    await drop();
  }
});
