import { now } from '#app/core/time/clock.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toUtc, toWallTime, zoneOf } from '#app/core/time/zone.ts';
import type { Zone } from '#app/core/time/zone.ts';
import { zoneOfSettings } from '#app/core/settings/site-zone.ts';
import type { Site } from '#app/site.ts';

const utc = zoneOf('UTC');

/** The zone whose clocks the site follows. */
export function siteZone(site: Site): Zone {
  return zoneOfSettings(site.settings);
}

/** The day of the site's calendar on which a moment is, `YYYY-MM-DD`. */
export function siteDay(site: Site, moment: Date): string {
  return toWallTime(moment, siteZone(site)).slice(0, 10);
}

/** Today, on the site's clocks. */
export const siteToday = (site: Site): string => siteDay(site, now());

/** The present moment as UTC wall time, which decides whether scheduled content is due; compares with stored ones as text. */
export function utcNow(): WallTime {
  return toWallTime(now({ expiresWith: ['schedule'] }), utc);
}

/** UTC wall time of an instant. */
export function utcWall(instant: Date): WallTime {
  return toWallTime(instant, utc);
}

/** UTC wall time of a moment that the site's clocks show. */
export function utcOfLocal(site: Site, local: WallTime): WallTime {
  return utcWall(toUtc(local, siteZone(site)));
}

/** A wall time as the value of a database column without zone. */
export function columnTime(wall: WallTime): Date {
  return new Date(`${wall}Z`);
}
