import { defineDomain } from '#app/site.ts';
import { auditMeasures } from './audit.measures.ts';
import * as auditSettings from './audit.settings.ts';
import { auditData } from './personal-data.ts';
import { removeOldEntries } from './retention.ts';

/** The audit log. Database triggers write the entries (`src/core/db/audited`). This domain seals, verifies, lists and deletes them. */
export const audit = defineDomain({
  name: 'audit',
  settings: Object.values(auditSettings),
  measures: auditMeasures,
  workTables: ['audit_entry', 'audit_seal', 'audit_unsealed'],
  personalData: auditData,
  cleanUp: async (site) => ({ auditEntries: await removeOldEntries(site) }),
});
