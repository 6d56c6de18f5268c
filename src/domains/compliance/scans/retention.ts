import { now } from '#app/core/time/clock.ts';
import { daysBefore, expiring, removeExpired } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { scanKeptDays } from '../compliance.settings.ts';

/** The newest of each kind stays: scanners get it, and the time until the next goes by it. */
const old = expiring('remove_old_scans', 'site_scan', 'id', 'active_kind IS NULL AND created_at < $1');

/** Removes scans of the site whose time is over; the inventory that they made stays. Returns how many. */
export async function removeOldScans(site: Site): Promise<number> {
  const days = site.settings.get(scanKeptDays);
  return days === 0 ? 0 : await removeExpired(site, old, [daysBefore(now(), days)]);
}
