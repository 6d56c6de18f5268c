import { bootstrapAdmin, type BootstrapResult } from './domains/identity/users/bootstrap.ts';
import { answer } from './core/db/columns.ts';
import { statement } from './core/db/statement.ts';
import { demoContent } from './core/settings/site.settings.ts';
import type { Site } from './site.ts';

const isUsed = statement('site_is_used', 'SELECT EXISTS (SELECT 1 FROM user_account) AS used', answer({ used: 'bool' }));

/** Processes that start together on a new site take turns: the first one fills it. */
const FILLING = 'first contents';

async function putInitialContents(site: Site): Promise<void> {
  for (const domain of site.domains) await domain.initialContent?.(site);
}

/** What every installation holds. Repeating it changes nothing. */
export async function ensureInitialContents(site: Site): Promise<void> {
  await site.db.alone(FILLING, () => putInitialContents(site));
}

/** Begins what of the demo content takes long; what it returns puts that content in. */
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

/** Puts the demo content in, in the name of an administrator. Repeating it adds nothing, also where some of it was deleted. */
export async function seedDemoContents(site: Site, authorId: number): Promise<void> {
  await beginDemoContents(site)(authorId);
}

/** What a new site is given: its initial content, a first administrator, demo content where that is wanted. Repeating it changes nothing. */
export async function prepareContents(site: Site): Promise<BootstrapResult> {
  return await site.db.alone(FILLING, async () => {
    const [known] = await site.db.rows(isUsed);
    const wanted = site.config.demoData ?? (site.config.databaseUrl === undefined ? 'small' : 'none');
    const putDemoIn = known?.used !== true && wanted === 'small' ? beginDemoContents(site) : undefined;
    const filling = putInitialContents(site);
    const making = bootstrapAdmin(site);
    // a password is hashed beside what is put in, and anyone who closes the database waits for both
    await Promise.allSettled([filling, making]);
    await filling;
    const admin = await making;
    await putDemoIn?.(admin.userId);
    return admin;
  });
}
