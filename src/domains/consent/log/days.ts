import { addDays } from '#app/core/time/days.ts';
import { toUtc } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';

/** Returns the start of a day in the site's time zone. */
export function getDayStart(site: Site, day: string): Date {
  return toUtc(`${day}T00:00:00`, getSiteZone(site));
}

/** Returns the exclusive end of a day in the site's time zone. */
export function getDayEnd(site: Site, day: string): Date {
  return getDayStart(site, addDays(day, 1));
}

/** Parses a date, ignores a time after it, and returns the date as YYYY-MM-DD. Returns null if the date is invalid. */
export function parseLogDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return year !== '0000' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
