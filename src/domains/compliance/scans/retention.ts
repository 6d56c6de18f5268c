import { now } from '#app/core/time/clock.ts';
import { daysBefore, expiring, removeExpired } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { scanKeptDays } from '../compliance.settings.ts';

/** Keeps the newest scan of each kind, because scanners read it and its time limits the next scan. */
const old = expiring('remove_old_scans', 'site_scan', 'id', 'active_kind IS NULL AND created_at < $1');

/** Deletes expired scans and returns their number. The cookie inventory stays unchanged. */
export async function removeOldScans(site: Site): Promise<number> {
  const days = site.settings.get(scanKeptDays);
  return days === 0 ? 0 : await removeExpired(site, old, [daysBefore(now(), days)]);
}
