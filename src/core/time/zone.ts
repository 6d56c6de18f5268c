import { IANAZone } from 'luxon';
import { msToWall, wallToMs } from './wall-time.ts';
import type { WallTime } from './wall-time.ts';

/** A time zone of an event or of the site. */
export interface Zone {
  /** Name of the zone as it was given, such as `Europe/Oslo`, `UTC` or `UTC+5:30`. */
  readonly name: string;
  /** True for `UTC` and `UTC±h`, whose offset never changes. */
  readonly isFixed: boolean;
  /** Returns the milliseconds by which the zone is ahead of UTC at the instant. */
  getOffset(ms: number): number;
}

/** Name of a zone: an IANA name, `UTC`, or `UTC±h` with optional `:mm` or decimals. A number is an offset in hours (`gmt_offset`). */
export type ZoneName = string | number;

const UTC_OFFSET = /^UTC([+-])(\d{1,2})(?::([0-5]\d)|\.(\d{1,2}))?$/;
const IANA_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;
const HOUR_MS = 3_600_000;
/** Maximum difference between a time zone and UTC. */
const MAX_OFFSET_HOURS = 14;
/** Maximum number of cached zones. It is limited, because names come from callers and Intl accepts them in upper and lower case. */
const MAX_ZONES = 2_000;

const zones = new Map<ZoneName, Zone | null>();

/** True if the string is the name of a zone for events and the site: an IANA name, `UTC` or `UTC±h`. */
export function isZone(name: string): boolean {
  return findZone(name) !== null;
}

/** True if the name is an offset from UTC, `UTC±h`. */
export function isOffset(name: string): boolean {
  return UTC_OFFSET.test(name);
}

/** Returns the zone with this name. Throws a RangeError if the name is unknown, so check names from callers with `isZone` first. */
export function getZoneByName(name: ZoneName): Zone {
  const zone = findZone(name);
  if (zone === null) throw new RangeError(`Unknown time zone: ${name}`);
  return zone;
}

/**
 * Returns the instant of a local time in the zone. A time in an hour that a clock change skips moves forward by the skipped time: 02:30 means 03:30.
 * A time in an hour that a clock change repeats means its first occurrence.
 */
export function toUtc(wall: WallTime, zone: ZoneName | Zone): Date {
  return new Date(localToInstant(wallToMs(wall), zone));
}

/** Does the same as `toUtc`, but with milliseconds: of the local time, read as UTC, and of the instant. */
export function localToInstant(localMs: number, zone: ZoneName | Zone): number {
  const zoneObject = asZone(zone);
  // One day before and after covers every possible instant, because offsets range from -12 to +14 h.
  const before = zoneObject.getOffset(localMs - 24 * HOUR_MS);
  if (zoneObject.isFixed) return localMs - before;
  const after = zoneObject.getOffset(localMs + 24 * HOUR_MS);
  if (before === after || zoneObject.getOffset(localMs - before) === before) return localMs - before;
  return zoneObject.getOffset(localMs - after) === after ? localMs - after : localMs - before;
}

/** Returns the local time of an instant in the zone, without fractions of a second. Throws a RangeError outside the years 1 to 9999. */
export function toWallTime(instant: Date, zone: ZoneName | Zone): WallTime {
  const ms = instant.getTime();
  const wall = msToWall(ms + asZone(zone).getOffset(ms));
  if (wall === undefined) throw new RangeError('Instant outside the years 1 to 9999');
  return wall;
}

/** Returns the hours by which the zone is ahead of UTC at the instant, including daylight saving time, such as 5.5 for Asia/Kolkata. */
export function getOffsetHours(zone: ZoneName | Zone, at: Date): number {
  return asZone(zone).getOffset(at.getTime()) / HOUR_MS;
}

/** Formats an instant as local time with its offset, such as `2018-01-01T16:00:00+08:00` (ISO 8601, for JSON-LD). */
export function formatIsoLocal(instant: Date, zone: ZoneName | Zone): string {
  return toWallTime(instant, zone) + formatOffset(asZone(zone).getOffset(instant.getTime()));
}

/** Formats an offset in milliseconds, such as `+05:30`. Seconds, which historic offsets have, are dropped. */
export function formatOffset(offsetMs: number): string {
  const minutes = Math.trunc(Math.abs(offsetMs) / 60_000);
  const sign = offsetMs < 0 && minutes > 0 ? '-' : '+';
  return `${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function asZone(zone: ZoneName | Zone): Zone {
  return typeof zone === 'object' ? zone : getZoneByName(zone);
}

function findZone(name: ZoneName): Zone | null {
  let zone = zones.get(name);
  if (zone === undefined) {
    zone = createZone(name);
    if (zones.size >= MAX_ZONES) zones.clear();
    zones.set(name, zone);
  }
  return zone;
}

function createZone(name: ZoneName): Zone | null {
  if (typeof name === 'number') return createHoursZone(name);
  if (name === 'UTC') return createFixedZone(name, 0);
  const match = UTC_OFFSET.exec(name);
  if (match) {
    const [, sign, hours, minutes, fraction] = match;
    const hoursFromUtc = Number(hours) + (minutes === undefined ? Number(`0.${fraction ?? 0}`) : Number(minutes) / 60);
    return hoursFromUtc > MAX_OFFSET_HOURS ? null : createFixedZone(name, sign === '-' ? -hoursFromUtc : hoursFromUtc);
  }
  if (!IANA_NAME.test(name)) return null;
  const zone = new IANAZone(name);
  return zone.isValid ? { name, isFixed: false, getOffset: cacheOffsets((ms) => zone.offset(ms) * 60_000) } : null;
}

function createHoursZone(hours: number): Zone | null {
  if (!(Math.abs(hours) <= MAX_OFFSET_HOURS)) return null;
  return hours === 0 ? createFixedZone('UTC', 0) : createFixedZone(`UTC${hours > 0 ? '+' : ''}${hours}`, hours);
}

function createFixedZone(name: string, hours: number): Zone {
  const offset = Math.round(hours * 60) * 60_000;
  return { name, isFixed: true, getOffset: () => offset };
}

/** Length of a cached span. A zone does not change its offset twice within it. */
const SPAN_MS = 2 * 24 * HOUR_MS;
const MAX_SPANS = 4_000;

interface Span {
  before: number;
  after: number;
  /** First millisecond with the offset `after`. */
  changesAt: number;
}

/**
 * Caches offsets for spans of two days, with the exact moment of a change. Reading an offset from Intl takes microseconds, and lists need one for
 * every item.
 */
function cacheOffsets(readOffset: (ms: number) => number): (ms: number) => number {
  const spans = new Map<number, Span>();
  return (ms) => {
    const key = Math.floor(ms / SPAN_MS);
    let span = spans.get(key);
    if (span === undefined) {
      span = createSpan(key * SPAN_MS, readOffset);
      if (spans.size >= MAX_SPANS) spans.clear();
      spans.set(key, span);
    }
    return ms < span.changesAt ? span.before : span.after;
  };
}

function createSpan(start: number, readOffset: (ms: number) => number): Span {
  const before = readOffset(start);
  const after = readOffset(start + SPAN_MS - 1000);
  let low = start / 1000;
  let high = low + SPAN_MS / 1000 - 1;
  if (before === after) return { before, after, changesAt: Number.POSITIVE_INFINITY };
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffset(middle * 1000) === before) low = middle;
    else high = middle;
  }
  return { before, after, changesAt: high * 1000 };
}
