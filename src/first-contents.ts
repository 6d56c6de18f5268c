import { createFirstAdministrator, type BootstrapResult } from './domains/identity/users/bootstrap.ts';
import { rowShape } from './core/db/columns.ts';
import { statement } from './core/db/statement.ts';
import { demoContent } from './core/settings/site.settings.ts';
import type { Site } from './site.ts';

const isUsed = statement('site_is_used', 'SELECT EXISTS (SELECT 1 FROM user_account) AS used', rowShape({ used: 'bool' }));

/** Name of the lock for initial content, which the first process to start on a new site creates. */
const LOCK = 'first contents';

async function createInitialContent(site: Site): Promise<void> {
  for (const domain of site.domains) await domain.initialContent?.(site);
}

/** Creates the initial content of a site. A repetition changes nothing. */
export async function ensureInitialContent(site: Site): Promise<void> {
  await site.db.withLock(LOCK, () => createInitialContent(site));
}

/** Starts the slow part of the demo content. The returned function stores the content. */
function startDemoContent(site: Site): (authorId: number) => Promise<void> {
  const existing = site.settings.get(demoContent);
  const started = site.domains.flatMap((domain) => {
    const store = existing.includes(domain.name) ? undefined : domain.demoContent?.();
    return store ? [{ name: domain.name, store }] : [];
  });
  return async (authorId) => {
    for (const { name, store } of started) {
      await store(site, authorId);
      await site.settings.change(demoContent, (names) => [...names, name]);
    }
  };
}

/** Creates the demo content as an administrator. A repetition adds nothing, even if some of the content was deleted. */
export async function seedDemoContent(site: Site, authorId: number): Promise<void> {
  await startDemoContent(site)(authorId);
}

/** Prepares a new site: initial content, a first administrator, and demo content if configured. A repetition changes nothing. */
export async function prepareContent(site: Site): Promise<BootstrapResult> {
  return await site.db.withLock(LOCK, async () => {
    const [state] = await site.db.rows(isUsed);
    const demoData = site.config.demoData ?? (site.config.databaseUrl === undefined ? 'small' : 'none');
    const storeDemoContent = state?.used !== true && demoData === 'small' ? startDemoContent(site) : undefined;
    const initialContent = createInitialContent(site);
    const firstAdmin = createFirstAdministrator(site);
    // passwords are hashed in parallel; both must end before the database is closed
    await Promise.allSettled([initialContent, firstAdmin]);
    await initialContent;
    const admin = await firstAdmin;
    await storeDemoContent?.(admin.userId);
    return admin;
  });
}
