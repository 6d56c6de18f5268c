import { createFirstAdministrator, type BootstrapResult } from './domains/identity/users/bootstrap.ts';
import { rowShape } from './core/db/columns.ts';
import { statement } from './core/db/statement.ts';
import { demoContent } from './core/settings/site.settings.ts';
import type { Site } from './site.ts';

const selectIsUsed = statement('site_is_used', 'SELECT EXISTS (SELECT 1 FROM user_account) AS used', rowShape({ used: 'bool' }));

/** Name of the lock for the creation of initial content. The first process that starts on a new site creates the content. */
const LOCK = 'first contents';

async function createInitialContent(site: Site): Promise<void> {
  for (const domain of site.domains) await domain.createInitialContent?.(site);
}

/** Creates the initial content of a site. Does nothing if the content exists. */
export async function ensureInitialContent(site: Site): Promise<void> {
  await site.db.withLock(LOCK, () => createInitialContent(site));
}

/** Starts the slow part of creating demo content. The returned function stores the content. */
function startDemoContent(site: Site): (authorId: number) => Promise<void> {
  const existingParts = site.settings.get(demoContent);
  const started = site.domains.flatMap((domain) => {
    const store = existingParts.includes(domain.name) ? undefined : domain.demoContent?.();
    return store ? [{ name: domain.name, store }] : [];
  });
  return async (authorId) => {
    for (const { name, store } of started) {
      await store(site, authorId);
      await site.settings.change(demoContent, (names) => [...names, name]);
    }
  };
}

/** Creates the demo content as an administrator. Running it again adds nothing, even if some of the content was deleted. */
export async function seedDemoContent(site: Site, authorId: number): Promise<void> {
  await startDemoContent(site)(authorId);
}

/**
 * Prepares a new site: creates the initial content, the first administrator and, if configured, the demo content. Running it again changes nothing.
 */
export async function prepareContent(site: Site): Promise<BootstrapResult> {
  return await site.db.withLock(LOCK, async () => {
    const [state] = await site.db.rows(selectIsUsed);
    const demoData = site.config.demoData ?? (site.config.databaseUrl === undefined ? 'small' : 'none');
    const storeDemoContent = state?.used !== true && demoData === 'small' ? startDemoContent(site) : undefined;
    const initialContent = createInitialContent(site);
    const firstAdmin = createFirstAdministrator(site);
    // both run in parallel, because hashing passwords is slow, and both must end before the database is closed
    await Promise.allSettled([initialContent, firstAdmin]);
    await initialContent;
    const admin = await firstAdmin;
    await storeDemoContent?.(admin.userId);
    return admin;
  });
}
