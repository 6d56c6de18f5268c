import { now } from '#app/core/time/clock.ts';
import { subtractDays, declareBatchDelete, deleteInBatches } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { eventImportRetentionDays } from './event-imports.settings.ts';

const oldImports = declareBatchDelete(
  'remove_old_event_imports',
  'event_import',
  'id',
  `status IN ('success', 'failed') AND modified_utc < $1`,
);

/** Deletes the records of old imports with their errors. The imported events stay. Returns the number of deleted records. */
export async function removeOldEventImports(site: Site): Promise<number> {
  const days = site.settings.get(eventImportRetentionDays);
  return days === 0 ? 0 : await deleteInBatches(site, oldImports, [subtractDays(now(), days)]);
}
