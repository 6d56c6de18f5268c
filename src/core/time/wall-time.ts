/** Local time without a zone, in the format `YYYY-MM-DDTHH:MM:SS`, in the years 0001 to 9999. Sorting such strings sorts them by time. */
export type WallTime = string;

/** Parts of a local time. Months count from 1. Parts that are out of range roll over, such as February 30. */
export interface WallParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const WALL_TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})$/;
const DAY_MS = 86_400_000;
/** First millisecond of the year 0001. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
/** Last millisecond of the year 9999. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the milliseconds of the parts, read as UTC. Parts that are out of range roll over. */
export function partsToMs(parts: WallParts): number {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999, so 400 years are added, because the calendar repeats after 400 years
  const shift = parts.year < 100 ? 400 : 0;
  const ms = Date.UTC(parts.year + shift, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return shift === 0 ? ms : ms - 146_097 * DAY_MS;
}

/** True if the milliseconds, read as UTC, are within the years 1 to 9999, which have four digits. */
export function isInRange(ms: number): boolean {
  return ms >= FIRST_MS && ms <= LAST_MS;
}

/** Returns the local time of milliseconds, read as UTC, or undefined outside the years 1 to 9999. */
export function msToWall(ms: number): WallTime | undefined {
  return isInRange(ms) ? new Date(ms).toISOString().slice(0, 19) : undefined;
}

/** Returns the milliseconds of a local time, read as UTC. Date and time may be separated by `T` or a space. Throws a RangeError for other strings. */
export function wallToMs(wall: WallTime): number {
  const match = WALL_TIME.exec(wall);
  if (!match) throw new RangeError(`Not a wall time: ${wall}`);
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [number, number, number, number, number, number];
  return partsToMs({ year, month, day, hour, minute, second });
}

/** Returns the parts of milliseconds, read as UTC. */
export function msToParts(ms: number): WallParts {
  const date = new Date(ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** Returns the bounds of an all-day event: the first second of the first day and the last second of the last day (docs/behaviour/events.md 2.6.2). */
export function getAllDayBounds(startWall: WallTime, endWall: WallTime): { start: WallTime; end: WallTime } {
  return { start: `${startWall.slice(0, 10)}T00:00:00`, end: `${endWall.slice(0, 10)}T23:59:59` };
}

/**
 * Returns the seconds between two moments, rounded to whole seconds; negative if `end` is earlier. For instants, this is the elapsed time. For
 * local times, clock changes do not count, so an all-day event on one day always lasts 86,399 seconds.
 */
export function countSeconds(start: WallTime, end: WallTime): number;
export function countSeconds(start: Date, end: Date): number;
export function countSeconds(start: WallTime | Date, end: WallTime | Date): number {
  return Math.round((toMs(end) - toMs(start)) / 1000);
}

function toMs(moment: WallTime | Date): number {
  return typeof moment === 'string' ? wallToMs(moment) : moment.getTime();
}

/** Formats a local time, or an instant in UTC, as `YYYY-MM-DD HH:MM:SS`. Throws a RangeError for an instant outside the years 1 to 9999. */
export function formatSqlDateTime(moment: WallTime | Date): string {
  const wall = typeof moment === 'string' ? moment : msToWall(moment.getTime());
  if (wall === undefined) throw new RangeError('Moment outside the years 1 to 9999');
  return `${wall.slice(0, 10)} ${wall.slice(11, 19)}`;
}
