import { msToWall, wallToMs, type WallTime } from '#app/core/time/wall-time.ts';

/** A day as `YYYY-MM-DD`. Sorting these strings sorts by time. */
export type Day = string;
/** A month as `YYYY-MM`. */
export type Month = string;

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
/** First and last valid year. The grid and the links to the previous and next period stay within four-digit years. */
const [FIRST_YEAR, LAST_YEAR] = ['0002', '9998'];

const isSupportedYear = (text: string) => text.slice(0, 4) >= FIRST_YEAR && text.slice(0, 4) <= LAST_YEAR;

/** True if the string is a valid day. */
export function isDay(text: string): boolean {
  return DAY.test(text) && isSupportedYear(text) && MONTH.test(text.slice(0, 7)) && addDays(text, 0) === text;
}

/** True if the string is a valid month. */
export function isMonth(text: string): boolean {
  return MONTH.test(text) && isSupportedYear(text);
}

/** Adds a number of days, which may be negative. */
export function addDays(day: Day, count: number): Day {
  return (msToWall(wallToMs(`${day}T00:00:00`) + count * DAY_MS) ?? '').slice(0, 10);
}

/** Adds a number of months, which may be negative. */
export function addMonths(month: Month, count: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Returns the day of the week; 0 = Sunday. */
export function getWeekday(day: Day): number {
  return new Date(wallToMs(`${day}T00:00:00`)).getUTCDay();
}

/** Returns the first day of the week that contains the day. */
export function getWeekStart(day: Day, startOfWeek: number): Day {
  return addDays(day, -((getWeekday(day) - startOfWeek + 7) % 7));
}

/** Returns all days of the weeks that overlap the month. */
export function listGridDays(month: Month, startOfWeek: number): Day[] {
  const first = getWeekStart(`${month}-01`, startOfWeek);
  const last = addDays(getWeekStart(addDays(`${addMonths(month, 1)}-01`, -1), startOfWeek), 6);
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the last day of an event. An event that ends at midnight does not include the day that begins then. */
export function getLastDay({ startLocal, endLocal }: { startLocal: WallTime; endLocal: WallTime }): Day {
  const day = endLocal.slice(0, 10);
  return endLocal.endsWith('T00:00:00') && endLocal > startLocal ? addDays(day, -1) : day;
}
