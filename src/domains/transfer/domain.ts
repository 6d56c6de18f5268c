import { defineDomain } from '#app/site.ts';
import { removeOldImports } from './import/retention.ts';
import * as transferSettings from './transfer.settings.ts';

/** Import, export and backups. Run from the command line; import records are deleted after the retention period. */
export const transfer = defineDomain({
  name: 'transfer',
  settings: Object.values(transferSettings),
  cleanUp: async (site) => ({ imports: await removeOldImports(site) }),
});
