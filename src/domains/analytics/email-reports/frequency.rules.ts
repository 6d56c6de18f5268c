import { dayAfter } from '#app/core/time/days.ts';
import { msToParts, partsToMs, type WallTime, wallToMs, msToWall } from '#app/core/time/wall-time.ts';
import { toUtc, toWallTime, type Zone } from '#app/core/time/zone.ts';

/** How often someone gets a report. */
export const frequencies = ['weekly', 'monthly', 'quarterly'] as const;
export type Frequency = (typeof frequencies)[number];

/** What decides when reports are made: the site's clocks, and the day its weeks begin on (0 = Sunday). */
export interface Calendar {
  zone: Zone;
  weekStart: number;
}

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<Frequency, number>> = { weekly: 7, monthly: 30, quarterly: 90 };
const QUARTER = 3;

/** Whether the text is a frequency. */
export function isFrequency(text: string): text is Frequency {
  return (frequencies as readonly string[]).includes(text);
}

/** First midnight on the site's clocks, after today, on which reports of the frequency are made (analytics.md 7.1). Pure. */
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

/** The days a report is about, and those before them that it is compared with: `YYYY-MM-DD` (analytics.md 7.5). */
export interface ReferenceDates {
  startDate: string;
  /** The day it is sent. */
  sendDate: string;
  compareStartDate: string;
  compareEndDate: string;
}

/** Reference dates of a report that is sent on a day. Pure. */
export function referenceDates(frequency: Frequency, sendDate: string): ReferenceDates {
  const days = DAYS[frequency];
  const startDate = dayAfter(sendDate, -days);
  const compareEndDate = dayAfter(startDate, -1);
  return { startDate, sendDate, compareStartDate: dayAfter(compareEndDate, 1 - days), compareEndDate };
}
