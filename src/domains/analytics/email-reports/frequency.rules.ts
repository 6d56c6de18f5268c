import { addDays } from '#app/core/time/days.ts';
import { msToParts, partsToMs, type WallTime, wallToMs, msToWall } from '#app/core/time/wall-time.ts';
import { toUtc, toWallTime, type Zone } from '#app/core/time/zone.ts';

/** Frequencies of mailed reports. */
export const frequencies = ['weekly', 'monthly', 'quarterly'] as const;
export type Frequency = (typeof frequencies)[number];

/** Values that determine when reports are created: the time zone and the first day of the week (0 = Sunday). */
export interface Calendar {
  zone: Zone;
  weekStart: number;
}

const DAY_MS = 86_400_000;
const DAYS_BY_FREQUENCY: Readonly<Record<Frequency, number>> = { weekly: 7, monthly: 30, quarterly: 90 };
const MONTHS_PER_QUARTER = 3;

export function isFrequency(value: string): value is Frequency {
  return (frequencies as readonly string[]).includes(value);
}

/**
 * Returns the next midnight after today, in the site's time zone, at which reports of the frequency are created (docs/behaviour/analytics.md 7.1).
 */
export function computeNextRun(frequency: Frequency, time: Date, { zone, weekStart }: Calendar): Date {
  const { year, month } = msToParts(wallToMs(toWallTime(time, zone)));
  const midnight = Math.floor(wallToMs(toWallTime(time, zone)) / DAY_MS) * DAY_MS;
  const firstDayOfMonth = (monthsAhead: number) => partsToMs({ year, month: month + monthsAhead, day: 1, hour: 0, minute: 0, second: 0 });
  const weekday = new Date(midnight).getUTCDay();
  const next = {
    weekly: () => midnight + (((weekStart - weekday + 6) % 7) + 1) * DAY_MS,
    monthly: () => firstDayOfMonth(1),
    quarterly: () => firstDayOfMonth(MONTHS_PER_QUARTER - ((month - 1) % MONTHS_PER_QUARTER)),
  }[frequency]();
  return toUtc(msToWall(next) as WallTime, zone);
}

/** Days (`YYYY-MM-DD`) of a report and of the previous period, with which the report is compared (docs/behaviour/analytics.md 7.5). */
export interface ReferenceDates {
  startDate: string;
  /** Day on which the report is sent. The period of the report ends on the day before. */
  sendDate: string;
  compareStartDate: string;
  compareEndDate: string;
}

/** Returns the reference dates of a report that is sent on the given day. */
export function computeReferenceDates(frequency: Frequency, sendDate: string): ReferenceDates {
  const days = DAYS_BY_FREQUENCY[frequency];
  const startDate = addDays(sendDate, -days);
  const compareEndDate = addDays(startDate, -1);
  return { startDate, sendDate, compareStartDate: addDays(compareEndDate, 1 - days), compareEndDate };
}
