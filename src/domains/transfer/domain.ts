import { defineDomain } from '#app/site.ts';
import { removeOldImports } from './import/retention.ts';
import { transferSettings } from './transfer.settings.ts';

/** Contents that come from other systems and go to them, and backups. Shells start it; its records of imports go in time. */
export const transfer = defineDomain({
  name: 'transfer',
  settings: transferSettings,
  cleanUp: async (site) => ({ imports: await removeOldImports(site) }),
});
