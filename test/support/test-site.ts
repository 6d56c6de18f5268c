import { readConfig } from '../../src/config.ts';
import { ensureInitialContent } from '../../src/content/initial.ts';
import { createLog } from '../../src/core/log.ts';
import type { Setting } from '../../src/settings/setting.ts';
import { openSettings } from '../../src/settings/settings.service.ts';
import { siteSettings } from '../../src/settings/site.settings.ts';
import type { Site } from '../../src/site.ts';
import { openTestDatabase } from './database.ts';

export interface TestSite extends Site {
  /** Texts of all statements since the last `statements.length = 0`. */
  statements: string[];
  close(): Promise<void>;
}

/** A site on a fresh database with its initial content, without HTTP. */
export async function openTestSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const statements: string[] = [];
  const db = await openTestDatabase({ onQuery: (text) => statements.push(text) });
  const config = readConfig({ SITE_URL: 'http://site.test', SECRET_KEY: '0'.repeat(64), LOG_LEVEL: 'silent', ...environment });
  const settings = await openSettings(db, siteSettings as unknown as Setting<never>[]);
  const site: TestSite = {
    config,
    db,
    settings,
    log: createLog('silent'),
    secretKey: config.secretKey as string,
    statements,
    close: async () => {
      await settings.close();
      await db.close();
    },
  };
  await ensureInitialContent(site);
  return site;
}
