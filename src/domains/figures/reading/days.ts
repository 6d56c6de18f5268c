import { dayAfter, daysBetween, daysFrom, isDay as isCalendarDay } from '#app/core/time/days.ts';
import { toUtc } from '#app/core/time/zone.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';

/** Days of the site's calendar, `YYYY-MM-DD`, the last one included. */
export interface Period {
  from: string;
  to: string;
}

/** Longest period that statistics are read of, in days: a leap year. */
export const LONGEST_PERIOD = 366;

/** How many days a period has; less than one for one that ends before it begins. Pure. */
export const lengthOf = ({ from, to }: Period): number => daysBetween(from, to);

/** Every day of a period, in order. Pure. */
export const daysOf = (period: Period): string[] => daysFrom(period.from, lengthOf(period));

/** The moments at which the days of a period begin on the site's clocks, and the one at which the last day ends: days of 23 or 25 hours included. */
export function midnightsOf(site: Site, period: Period): string[] {
  const zone = siteZone(site);
  return [...daysOf(period), dayAfter(period.to, 1)].map((day) => toUtc(`${day}T00:00:00`, zone).toISOString());
}

/** Whether a text names a day that statistics may be of: since 1970, `YYYY-MM-DD`. Pure. */
export const isDay = (text: string): boolean => text >= '1970' && isCalendarDay(text);
