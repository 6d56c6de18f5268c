import { msToWall, wallToMs, type WallTime } from '#app/core/time/wall-time.ts';

/** A day of the calendar: `YYYY-MM-DD`. Such texts sort by time. */
export type Day = string;
/** A month: `YYYY-MM`. */
export type Month = string;

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
/** Years at which neither grid nor neighbours leave what can be written. */
const [FIRST_YEAR, LAST_YEAR] = ['0002', '9998'];

const isKnownYear = (text: string) => text.slice(0, 4) >= FIRST_YEAR && text.slice(0, 4) <= LAST_YEAR;

/** Whether the text is a day that calendars have. */
export function isDay(text: string): boolean {
  return DAY.test(text) && isKnownYear(text) && MONTH.test(text.slice(0, 7)) && addDays(text, 0) === text;
}

/** Whether the text is a month. */
export function isMonth(text: string): boolean {
  return MONTH.test(text) && isKnownYear(text);
}

/** The day that lies a number of days later; negative = earlier. */
export function addDays(day: Day, count: number): Day {
  return (msToWall(wallToMs(`${day}T00:00:00`) + count * DAY_MS) ?? '').slice(0, 10);
}

/** The month that lies a number of months later; negative = earlier. */
export function addMonths(month: Month, count: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** 0 = Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(wallToMs(`${day}T00:00:00`)).getUTCDay();
}

/** The first day of the week that holds the day. */
export function weekStartOf(day: Day, startOfWeek: number): Day {
  return addDays(day, -((weekdayOf(day) - startOfWeek + 7) % 7));
}

/** The days of the whole weeks that hold the month. */
export function gridOf(month: Month, startOfWeek: number): Day[] {
  const first = weekStartOf(`${month}-01`, startOfWeek);
  const last = addDays(weekStartOf(addDays(`${addMonths(month, 1)}-01`, -1), startOfWeek), 6);
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The last day that an event touches: one that ends at midnight does not touch the day that begins then. */
export function lastDayOf({ startLocal, endLocal }: { startLocal: WallTime; endLocal: WallTime }): Day {
  const day = endLocal.slice(0, 10);
  return endLocal.endsWith('T00:00:00') && endLocal > startLocal ? addDays(day, -1) : day;
}
