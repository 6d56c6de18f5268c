import { isInRange, msToWall, partsToMs } from './wall-time.ts';
import type { WallParts, WallTime } from './wall-time.ts';
import { localToInstant, getZoneByName } from './zone.ts';
import type { Zone, ZoneName } from './zone.ts';

/** A moment that was parsed from a string or number. */
export interface ParsedTime {
  instant: Date;
  /** Local time of the moment in the requested zone. For a string without a zone, the time in the string, even if clock changes skip it. */
  wall: WallTime;
  /** True if the string or number specifies an instant, independently of the requested zone. */
  hasZone: boolean;
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::\d{2})?)?$/;
const OFFSET = /^([+-])(\d{1,2})(?::?(\d{2}))?$/;

/**
 * Parses the format `date-time` of REST arguments (docs/behaviour/core-rest.md 3.5). A string without a zone is local to the given zone. A day that
 * does not exist in its month rolls over, such as February 30. Ignores fractions of a second. Returns undefined for other strings, and for invalid
 * numbers such as month 13, hour 25 and years outside 1 to 9999.
 */
export function parseDateTime(text: string, zone: ZoneName | Zone): ParsedTime | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  const parts = { year, month, day, hour, minute, second };
  if (!isPlausible(parts)) return undefined;
  const suffix = match[7];
  if (suffix === undefined) return toLocalMoment(partsToMs(parts), zone);
  const offset = parseOffset(suffix);
  return offset === undefined ? undefined : toInstantMoment(partsToMs(parts) - offset, zone);
}

/** True for the date `0000-00-00` with a time, which old databases use for a missing date. It is well-formed but not a valid time. */
export function isZeroDate(text: string): boolean {
  return /^0000-00-00[Tt ]\d{2}:\d{2}:\d{2}Z?$/.test(text);
}

/** Parses `Z`, `±hh`, `±hh:mm` or `±hhmm` and returns the offset in milliseconds. Returns undefined for other strings. */
export function parseOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const [, sign, hours, minutes] = OFFSET.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes ?? 0) > 59) return undefined;
  const milliseconds = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -milliseconds : milliseconds;
}

/**
 * True if each part is within the range of calendars and clocks. Day 31 is accepted for every month. Hour 24 and second 60 are accepted and roll
 * over.
 */
export function isPlausible({ year, month, day, hour, minute, second }: WallParts): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 24 && minute <= 59 && second <= 60;
}

/** Converts a local time in the zone, as milliseconds read as UTC, to a moment. Returns undefined outside the years 1 to 9999. */
export function toLocalMoment(localMs: number, zone: ZoneName | Zone): ParsedTime | undefined {
  const wall = msToWall(localMs);
  if (wall === undefined) return undefined;
  const ms = localToInstant(localMs, zone);
  return isInRange(ms) ? { instant: new Date(ms), wall, hasZone: false } : undefined;
}

/** Converts an instant in milliseconds to a moment. Returns undefined outside the years 1 to 9999. */
export function toInstantMoment(ms: number, zone: ZoneName | Zone): ParsedTime | undefined {
  if (!isInRange(ms)) return undefined;
  const zoneObject = typeof zone === 'object' ? zone : getZoneByName(zone);
  const wall = msToWall(ms + zoneObject.getOffset(ms));
  return wall === undefined ? undefined : { instant: new Date(ms), wall, hasZone: true };
}
