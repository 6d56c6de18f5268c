import { msToParts, partsToMs } from '#app/core/time/wall-time.ts';
import { InvalidValueError } from './value-fault.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const [FIRST_YEAR, LAST_YEAR] = [2, 9998];
const TIME = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:\.\d+)?)?(?:(Z)|([+-]\d{2}):?(\d{2}))?$/i;

/** A parsed date or time. */
export interface ParsedWallTime {
  /** Local time in milliseconds, read as UTC. If `isUtc` is true, the instant. */
  local: number;
  isDate: boolean;
  /** True if the value ends with Z or an offset. */
  isUtc: boolean;
}

/** Parses a date or time. Seconds are optional, and ISO 8601 punctuation is allowed. Throws `InvalidValueError` if it is invalid. */
export function parseWall(text: string): ParsedWallTime {
  const trimmed = text.replaceAll('"', '').trim();
  const match = TIME.exec(trimmed);
  if (!match) throw new InvalidValueError(trimmed === '' ? 'it is empty' : `"${trimmed.slice(0, 40)}" is not a date or time`);
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const local = partsToMs({ year, month, day, hour, minute, second: Math.min(second, 59) });
  const midnight = msToParts(partsToMs({ year, month, day, hour: 0, minute: 0, second: 0 }));
  const isExisting = midnight.year === year && midnight.month === month && midnight.day === day && (hour < 24 || minute + second === 0);
  if (!isExisting || hour > 24 || minute > 59 || second > 60) throw new InvalidValueError(`"${trimmed}" is not an existing date or time`);
  if (year < FIRST_YEAR || year > LAST_YEAR) throw new InvalidValueError(`its year is not between ${FIRST_YEAR} and ${LAST_YEAR}`);
  const [, , , , , , , utcMark, hours, minutes] = match;
  const offset = hours === undefined ? 0 : (Number(hours) * 60 + Number(`${hours[0]}${minutes}`)) * MINUTE_MS;
  return { local: local - offset, isDate: match[4] === undefined, isUtc: utcMark !== undefined || hours !== undefined };
}

/** Returns the last moment of an UNTIL in the local time of its rule. A date includes the whole day. Throws `InvalidValueError` if it is invalid. */
export function parseUntil(text: string, toLocal: (instant: number) => number): number {
  const { local, isDate, isUtc } = parseWall(text);
  return isDate ? local + DAY_MS - 1 : isUtc ? toLocal(local) : local;
}

/** A duration: calendar days, and exact milliseconds (RFC 5545, 3.3.6). */
export interface Duration {
  days: number;
  ms: number;
}

/** Matches a DURATION, even with a T in the wrong position: `PT1W`. */
const DURATION = /^([+-])?P(?=[\dT]*\d)((?:T?\d{1,9}[WDHMS])+)$/i;
const UNIT_SECONDS: Readonly<Record<string, number>> = { H: 3600, M: 60, S: 1 };

/** Parses a DURATION. Throws `InvalidValueError` if it is invalid. */
export function parseDuration(text: string): Duration {
  const [, sign, parts] = DURATION.exec(text.trim()) ?? [];
  if (parts === undefined) throw new InvalidValueError(text.trim() === '' ? 'it is empty' : `"${text.slice(0, 40)}" is not a duration`);
  const length = { days: 0, ms: 0 };
  for (const [, number, unit = ''] of parts.toUpperCase().matchAll(/(\d+)([WDHMS])/g)) {
    const amount = Number(number) * (sign === '-' ? -1 : 1);
    if (unit === 'W' || unit === 'D') length.days += amount * (unit === 'W' ? 7 : 1);
    else length.ms += amount * (UNIT_SECONDS[unit] as number) * 1000;
  }
  return length;
}
