import { now } from '#app/core/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import type { Json } from '../json.ts';
import { textOf } from './parameters.ts';

/** Days as `YYYY-MM-DD`, without a zone. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

const DAY_MS = 86_400_000;
const USUAL_DAYS = 28;

/** The day so many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether the text names a day that there is. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Every day of a range, at most ten years of them. */
export function daysOf({ startDate, endDate }: DayRange): string[] {
  const count = Math.min((Date.parse(`${endDate}T00:00:00Z`) - Date.parse(`${startDate}T00:00:00Z`)) / DAY_MS + 1, 3660);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => dayAfter(startDate, index));
}

/** Today on the site's clocks. */
function today(site: Site): string {
  return toWallTime(now(), siteZone(site)).slice(0, 10);
}

/** The last 28 days that are over. */
export function usualRange(site: Site): DayRange {
  const endDate = dayAfter(today(site), -1);
  return { startDate: dayAfter(endDate, 1 - USUAL_DAYS), endDate };
}

/** The range that two parameters name; null where they name none. */
export function rangeIn(parameters: Json, start = 'startDate', end = 'endDate'): DayRange | null {
  const [startDate, endDate] = [textOf(parameters, start), textOf(parameters, end)];
  return isDay(startDate) && isDay(endDate) && startDate <= endDate ? { startDate, endDate } : null;
}
