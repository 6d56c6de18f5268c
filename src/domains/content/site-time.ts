import { now } from '#app/core/time/clock.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toUtc, toWallTime, getZoneByName } from '#app/core/time/zone.ts';
import type { Zone } from '#app/core/time/zone.ts';
import { getZoneOfSettings } from '#app/core/settings/site-zone.ts';
import type { Site } from '#app/site.ts';

const utc = getZoneByName('UTC');

/** Returns the site's time zone. */
export function getSiteZone(site: Site): Zone {
  return getZoneOfSettings(site.settings);
}

/** Returns the calendar day of a moment in the site's time zone, `YYYY-MM-DD`. */
export function toSiteDay(site: Site, moment: Date): string {
  return toWallTime(moment, getSiteZone(site)).slice(0, 10);
}

/** Returns the current day in the site's time zone. */
export const getSiteToday = (site: Site): string => toSiteDay(site, now());

/**
 * Returns the current time as UTC wall time, to find scheduled content whose date has passed. A cached response expires when that happens. The result
 * can be compared with stored wall times as a string.
 */
export function getUtcNow(): WallTime {
  return toWallTime(now({ expiresWith: ['schedule'] }), utc);
}

/** Returns the UTC wall time of an instant. */
export function toUtcWallTime(instant: Date): WallTime {
  return toWallTime(instant, utc);
}

/** Converts a wall time of the site's zone to UTC. */
export function localToUtc(site: Site, local: WallTime): WallTime {
  return toUtcWallTime(toUtc(local, getSiteZone(site)));
}

/** Converts a wall time to the value of a database column without time zone. */
export function toColumnTime(wall: WallTime): Date {
  return new Date(`${wall}Z`);
}
