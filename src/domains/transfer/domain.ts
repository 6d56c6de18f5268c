import { defineDomain } from '#app/site.ts';
import { removeOldImports } from './import/retention.ts';
import * as transferSettings from './transfer.settings.ts';

/** Imports, exports and backups, which are started from the command line. The records of imports are deleted after the retention period. */
export const transfer = defineDomain({
  name: 'transfer',
  settings: Object.values(transferSettings),
  cleanUp: async (site) => ({ imports: await removeOldImports(site) }),
});
