import { dayAfter, daysBetween, daysFrom, isDay } from '#app/core/time/days.ts';
import { siteToday } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import type { Json } from '../json.ts';
import { textOf } from './parameters.ts';

/** Days as `YYYY-MM-DD`, without a zone. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

/** Ten years. */
const MAX_DAYS = 3660;
const DEFAULT_DAYS = 28;

/** Every day of a range, at most ten years of them. */
export function daysOf({ startDate, endDate }: DayRange): string[] {
  return daysFrom(startDate, Math.min(daysBetween(startDate, endDate), MAX_DAYS));
}

/** The last 28 days that are over. */
export function usualRange(site: Site): DayRange {
  const endDate = dayAfter(siteToday(site), -1);
  return { startDate: dayAfter(endDate, 1 - DEFAULT_DAYS), endDate };
}

/** The range that two parameters name; null where they name none. */
export function rangeIn(parameters: Json, start = 'startDate', end = 'endDate'): DayRange | null {
  const [startDate, endDate] = [textOf(parameters, start), textOf(parameters, end)];
  return isDay(startDate) && isDay(endDate) && startDate <= endDate ? { startDate, endDate } : null;
}
