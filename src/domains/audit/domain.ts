import { defineDomain } from '#app/site.ts';
import { auditMeasures } from './audit.measures.ts';
import { auditSettings } from './audit.settings.ts';
import { auditData } from './personal-data.ts';
import { removeOldEntries } from './retention.ts';

/** What was changed by whom. Triggers write it (`src/core/db/audited`); here it is chained, checked, shown and removed when its time is over. */
export const audit = defineDomain({
  name: 'audit',
  settings: auditSettings,
  measures: auditMeasures,
  workTables: ['audit_entry', 'audit_seal', 'audit_unsealed'],
  personalData: auditData,
  cleanUp: async (site) => ({ auditEntries: await removeOldEntries(site) }),
});
