import { bootstrapAdmin, type BootstrapResult } from './users/bootstrap.ts';
import { ensureInitialContent } from './content/initial.ts';
import { seedDemoPosts } from './content/demo.ts';
import { seedDemoEvents } from './events/demo.ts';
import type { Site } from './site.ts';
import { seedDemoTickets } from './tickets/demo.ts';

/** What a new site is given: its initial content, a first administrator, demo content where that is wanted. Repeating it changes nothing. */
export async function prepareContents(site: Site): Promise<BootstrapResult> {
  const [known] = await site.db.sql<{ used: boolean }>('SELECT EXISTS (SELECT 1 FROM user_account) AS used', [], 'site_is_used');
  await ensureInitialContent(site);
  const admin = await bootstrapAdmin(site);
  const wanted = site.config.demoData ?? (site.config.databaseUrl.startsWith('pglite:') ? 'small' : 'none');
  if (known?.used !== true && wanted === 'small') {
    await seedDemoPosts(site, admin.userId);
    await seedDemoEvents(site, admin.userId);
    await seedDemoTickets(site, admin.userId);
  }
  return admin;
}
