import { afterAll, afterEach, beforeAll } from 'vitest';
import { setClock } from '../../src/core/time/clock.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

/** Opens a site behind a proxy for a test file, with shortcuts for `compliance/v1`. Resets clock and settings after each test. */
export function setUpComplianceSite() {
  let site: WholeSite;
  const originalValues = new Map<string, unknown>();
  beforeAll(async () => {
    site = await openWholeSite({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'true' });
  });
  afterAll(() => site.close());
  afterEach(async () => {
    setClock();
    for (const [key, value] of originalValues) await site.site.settings.set(site.site.settings.getDeclaration(key), value);
    originalValues.clear();
  });
  return {
    get whole() {
      return site;
    },
    /** Changes a setting until the test ends. */
    async set(key: string, value: unknown): Promise<void> {
      const setting = site.site.settings.getDeclaration(key);
      if (!originalValues.has(key)) originalValues.set(key, site.site.settings.get(setting));
      await site.site.settings.set(setting, value);
    },
    get: (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}, as?: TestUserName) =>
      site.rest('GET', `/compliance/v1${path}`, { query, headers, as }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}, as?: TestUserName) =>
      site.rest('POST', `/compliance/v1${path}`, { body, headers, as }),
    /** Returns the rows of all tables to which requests of the namespace may write, as JSON. */
    dumpTables: async () =>
      JSON.stringify(
        await Promise.all(
          ['consent_record', 'cookie_inventory', 'data_request', 'site_scan', 'scan_page', 'outgoing_mail', 'setting'].map((table) =>
            site.site.db.sql(`SELECT * FROM ${table} ORDER BY 1`, []),
          ),
        ),
        (_key, value) => (typeof value === 'bigint' ? String(value) : value),
      ),
  };
}
