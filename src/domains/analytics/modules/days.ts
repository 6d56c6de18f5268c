import { addDays, countDaysBetween, createDays, isDay } from '#app/core/time/days.ts';
import { getSiteToday } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import type { Json } from '../json.ts';
import { getStringParameter } from './parameters.ts';

/** A range of days, `YYYY-MM-DD`, without a time zone. */
export interface DayRange {
  startDate: string;
  endDate: string;
}

/** Maximum number of days in a range: ten years. */
const MAX_DAYS = 3660;
const DEFAULT_DAYS = 28;

/** Returns all days of a range, limited to ten years. */
export function listDays({ startDate, endDate }: DayRange): string[] {
  return createDays(startDate, Math.min(countDaysBetween(startDate, endDate), MAX_DAYS));
}

/** Returns the range of the 28 days before today. */
export function getDefaultRange(site: Site): DayRange {
  const endDate = addDays(getSiteToday(site), -1);
  return { startDate: addDays(endDate, 1 - DEFAULT_DAYS), endDate };
}

/** Parses a range from two parameters. Null unless both are days in the right order. */
export function parseRange(parameters: Json, start = 'startDate', end = 'endDate'): DayRange | null {
  const [startDate, endDate] = [getStringParameter(parameters, start), getStringParameter(parameters, end)];
  return isDay(startDate) && isDay(endDate) && startDate <= endDate ? { startDate, endDate } : null;
}
