import { now } from '#app/core/time/clock.ts';
import { subtractDays, declareBatchDelete, deleteInBatches } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { importRetentionDays } from '../transfer.settings.ts';

/** SQL condition for imports that finished before the moment, or that started before it and never finished. */
const EXPIRED = 'COALESCE(finished_at, started_at) < $1';
const ofExpiredRuns = `run_id IN (SELECT id FROM import_run WHERE ${EXPIRED})`;

const notes = declareBatchDelete('remove_old_import_notes', 'import_note', 'id', ofExpiredRuns);
const references = declareBatchDelete('remove_old_import_references', 'import_reference', 'run_id, source_id', ofExpiredRuns);
const runs = declareBatchDelete('remove_old_import_runs', 'import_run', 'id', EXPIRED);

/** Deletes the records of imports whose retention period has expired, and returns their number. Imported content stays. */
export async function removeOldImports(site: Site): Promise<number> {
  const days = site.settings.get(importRetentionDays);
  if (days === 0) return 0;
  const before = [subtractDays(now(), days)];
  // first delete the rows of large tables in batches, so that deleting an import does not cascade to all of them at once
  await deleteInBatches(site, notes, before);
  await deleteInBatches(site, references, before);
  return await deleteInBatches(site, runs, before);
}
