import { addDays, countDaysBetween, createDays, isDay as isCalendarDay } from '#app/core/time/days.ts';
import { toUtc } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';

/** A period of days in the site's time zone, as `YYYY-MM-DD`, including the last day. */
export interface Period {
  from: string;
  to: string;
}

/** Maximum length of a period in days: a leap year. */
export const LONGEST_PERIOD = 366;

/** Returns the number of days of a period. It is less than one if the period ends before it begins. */
export const countDays = ({ from, to }: Period): number => countDaysBetween(from, to);

/** Returns every day of a period, in order. */
export const listDays = (period: Period): string[] => createDays(period.from, countDays(period));

/**
 * Returns the start of each day of a period and the end of the last day, as ISO 8601 strings in UTC. Days of the site's time zone may have 23 or 25
 * hours.
 */
export function listMidnights(site: Site, period: Period): string[] {
  const zone = getSiteZone(site);
  return [...listDays(period), addDays(period.to, 1)].map((day) => toUtc(`${day}T00:00:00`, zone).toISOString());
}

/** True if the string is a day (`YYYY-MM-DD`) since 1970. */
export const isDay = (text: string): boolean => text >= '1970' && isCalendarDay(text);
