import { dayAfter } from '#app/core/time/days.ts';
import { msToParts, partsToMs, type WallTime, wallToMs, msToWall } from '#app/core/time/wall-time.ts';
import { toUtc, toWallTime, type Zone } from '#app/core/time/zone.ts';

/** Frequencies of mailed reports. */
export const frequencies = ['weekly', 'monthly', 'quarterly'] as const;
export type Frequency = (typeof frequencies)[number];

/** Values that decide when reports are created: time zone and first day of the week (0 = Sunday). */
export interface Calendar {
  zone: Zone;
  weekStart: number;
}

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<Frequency, number>> = { weekly: 7, monthly: 30, quarterly: 90 };
const QUARTER = 3;

/** True if the text is a frequency. */
export function isFrequency(text: string): text is Frequency {
  return (frequencies as readonly string[]).includes(text);
}

/** Returns the next midnight in the site's time zone, after today, at which reports of the frequency are created (analytics.md 7.1). Pure. */
export function nextRun(frequency: Frequency, at: Date, { zone, weekStart }: Calendar): Date {
  const { year, month } = msToParts(wallToMs(toWallTime(at, zone)));
  const midnight = Math.floor(wallToMs(toWallTime(at, zone)) / DAY_MS) * DAY_MS;
  const firstOf = (inMonths: number) => partsToMs({ year, month: month + inMonths, day: 1, hour: 0, minute: 0, second: 0 });
  const weekday = new Date(midnight).getUTCDay();
  const next = {
    weekly: () => midnight + (((weekStart - weekday + 6) % 7) + 1) * DAY_MS,
    monthly: () => firstOf(1),
    quarterly: () => firstOf(QUARTER - ((month - 1) % QUARTER)),
  }[frequency]();
  return toUtc(msToWall(next) as WallTime, zone);
}

/** Days of a report and the previous days for comparison: `YYYY-MM-DD` (analytics.md 7.5). */
export interface ReferenceDates {
  startDate: string;
  /** Day on which the report is sent. */
  sendDate: string;
  compareStartDate: string;
  compareEndDate: string;
}

/** Returns the reference dates of a report that is sent on a given day. Pure. */
export function referenceDates(frequency: Frequency, sendDate: string): ReferenceDates {
  const days = DAYS[frequency];
  const startDate = dayAfter(sendDate, -days);
  const compareEndDate = dayAfter(startDate, -1);
  return { startDate, sendDate, compareStartDate: dayAfter(compareEndDate, 1 - days), compareEndDate };
}
