import { now } from '#app/core/time/clock.ts';
import { subtractDays, declareBatchDelete, deleteInBatches } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { scanRetentionDays } from '../compliance.settings.ts';

/** Selects scans without an `active_kind`. Running scans have one, and so does the newest completed scan of cookies. */
const oldScans = declareBatchDelete('remove_old_scans', 'site_scan', 'id', 'active_kind IS NULL AND created_at < $1');

/** Deletes expired scans and returns their number. The cookie inventory stays unchanged. */
export async function deleteExpiredScans(site: Site): Promise<number> {
  const days = site.settings.get(scanRetentionDays);
  return days === 0 ? 0 : await deleteInBatches(site, oldScans, [subtractDays(now(), days)]);
}
