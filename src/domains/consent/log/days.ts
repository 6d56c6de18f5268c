import { dayAfter } from '#app/core/time/days.ts';
import { toUtc } from '#app/core/time/zone.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';

/** The first moment of a day of the site's calendar. */
export function dayStart(site: Site, day: string): Date {
  return toUtc(`${day}T00:00:00`, siteZone(site));
}

/** The first moment after a day of the site's calendar. */
export function dayEnd(site: Site, day: string): Date {
  return dayStart(site, dayAfter(day, 1));
}

/** The day that a text names, with or without a time behind it; null when the calendar has no such day. */
export function readDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return year !== '0000' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
