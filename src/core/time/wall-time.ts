/** What a clock on the wall shows: `YYYY-MM-DDTHH:MM:SS`, without zone, years 0001 to 9999. Such texts sort by time. */
export type WallTime = string;

/** The parts of a wall time; months count from 1. Parts beyond their range (day 30 of February) roll over. */
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
/** The last and the first millisecond that have a wall time of four year digits. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds of the parts read as UTC; parts beyond their range roll over. */
export function partsToMs(parts: WallParts): number {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999: count from a year 400 years on, which has the same calendar.
  const shift = parts.year < 100 ? 400 : 0;
  const ms = Date.UTC(parts.year + shift, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return shift === 0 ? ms : ms - 146_097 * DAY_MS;
}

/** Whether the milliseconds, read as UTC, lie within the years 1 to 9999, the only ones that can be written. */
export function isInRange(ms: number): boolean {
  return ms >= FIRST_MS && ms <= LAST_MS;
}

/** The wall time of milliseconds read as UTC; undefined outside the years 1 to 9999. */
export function msToWall(ms: number): WallTime | undefined {
  return isInRange(ms) ? new Date(ms).toISOString().slice(0, 19) : undefined;
}

/** Milliseconds of a wall time (`T` or blank between date and time) read as UTC. Throws RangeError for any other text. */
export function wallToMs(wall: WallTime): number {
  const match = WALL_TIME.exec(wall);
  if (!match) throw new RangeError(`Not a wall time: ${wall}`);
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [number, number, number, number, number, number];
  return partsToMs({ year, month, day, hour, minute, second });
}

/** The parts of milliseconds read as UTC. */
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

/** The days of an all-day event: first second of the first day, last second of the last (events.md 2.6.2). */
export function allDayBounds(startWall: WallTime, endWall: WallTime): { start: WallTime; end: WallTime } {
  return { start: `${startWall.slice(0, 10)}T00:00:00`, end: `${endWall.slice(0, 10)}T23:59:59` };
}

/**
 * Whole seconds from one moment to the other, negative when the second comes first. Between wall times the clock faces
 * count (an all-day event lasts 86399 s also on the day the clocks change), between instants the time that passes.
 */
export function secondsBetween(start: WallTime, end: WallTime): number;
export function secondsBetween(start: Date, end: Date): number;
export function secondsBetween(start: WallTime | Date, end: WallTime | Date): number {
  return Math.round((toMs(end) - toMs(start)) / 1000);
}

function toMs(moment: WallTime | Date): number {
  return typeof moment === 'string' ? wallToMs(moment) : moment.getTime();
}

/** `YYYY-MM-DD HH:MM:SS`: a wall time as it is, an instant in UTC. Throws RangeError outside the years 1 to 9999. */
export function formatSqlDateTime(moment: WallTime | Date): string {
  const wall = typeof moment === 'string' ? moment : msToWall(moment.getTime());
  if (wall === undefined) throw new RangeError('Moment outside the years 1 to 9999');
  return `${wall.slice(0, 10)} ${wall.slice(11, 19)}`;
}
