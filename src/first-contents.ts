import { bootstrapAdmin, type BootstrapResult } from './domains/identity/users/bootstrap.ts';
import { rowShape } from './core/db/columns.ts';
import { statement } from './core/db/statement.ts';
import { demoContent } from './core/settings/site.settings.ts';
import type { Site } from './site.ts';

const isUsed = statement('site_is_used', 'SELECT EXISTS (SELECT 1 FROM user_account) AS used', rowShape({ used: 'bool' }));

/** Name of the lock for initial content: the first process to start on a new site creates it. */
const FILLING = 'first contents';

async function putInitialContents(site: Site): Promise<void> {
  for (const domain of site.domains) await domain.initialContent?.(site);
}

/** Creates the initial content of a site. Repeating it changes nothing. */
export async function ensureInitialContents(site: Site): Promise<void> {
  await site.db.withLock(FILLING, () => putInitialContents(site));
}

/** Starts the slow part of the demo content. The returned function stores the content. */
function beginDemoContents(site: Site): (authorId: number) => Promise<void> {
  const given = site.settings.get(demoContent);
  const begun = site.domains.flatMap((domain) => {
    const putIn = given.includes(domain.name) ? undefined : domain.demoContent?.();
    return putIn ? [{ name: domain.name, putIn }] : [];
  });
  return async (authorId) => {
    for (const { name, putIn } of begun) {
      await putIn(site, authorId);
      await site.settings.change(demoContent, (names) => [...names, name]);
    }
  };
}

/** Creates the demo content as an administrator. Repeating it adds nothing, even if some of it was deleted. */
export async function seedDemoContents(site: Site, authorId: number): Promise<void> {
  await beginDemoContents(site)(authorId);
}

/** Prepares a new site: initial content, a first administrator, and demo content if configured. Repeating it changes nothing. */
export async function prepareContents(site: Site): Promise<BootstrapResult> {
  return await site.db.withLock(FILLING, async () => {
    const [known] = await site.db.rows(isUsed);
    const wanted = site.config.demoData ?? (site.config.databaseUrl === undefined ? 'small' : 'none');
    const putDemoIn = known?.used !== true && wanted === 'small' ? beginDemoContents(site) : undefined;
    const filling = putInitialContents(site);
    const making = bootstrapAdmin(site);
    // passwords are hashed in parallel; both must end before the database is closed
    await Promise.allSettled([filling, making]);
    await filling;
    const admin = await making;
    await putDemoIn?.(admin.userId);
    return admin;
  });
}
