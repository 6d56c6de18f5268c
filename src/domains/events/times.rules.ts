import { parseTime } from '#app/core/time/parse-time.ts';
import { getAllDayBounds, countSeconds, type WallTime } from '#app/core/time/wall-time.ts';
import { toUtc, toWallTime, type Zone, getZoneByName } from '#app/core/time/zone.ts';

/** Stored times of an event. */
export interface EventTimes {
  /** Wall times in the event's zone. */
  startLocal: WallTime;
  endLocal: WallTime;
  startUtc: Date;
  endUtc: Date;
  timezone: string;
  /** Elapsed seconds. For all-day events, the difference of the wall times: 86399 for one day. */
  durationSeconds: number;
  allDay: boolean;
}

/** A moment as users write it. Without a zone, it is in the event's zone. */
export type Moment = string | number;

/** Times of an input. Absent, null and empty values are not given. */
export interface GivenTimes {
  start?: Moment | null | undefined;
  end?: Moment | null | undefined;
  /** Start and end in UTC; `start` and `end` take precedence. */
  startUtc?: Moment | null | undefined;
  endUtc?: Moment | null | undefined;
  /** Determines the start or end that is not given. */
  durationSeconds?: number | null | undefined;
  /** Empty = the site's zone. */
  timezone?: string | null | undefined;
  allDay?: boolean | null | undefined;
}

/** Handling of an end before the start: `clamp` uses the start as the end, `refuse` rejects the input, `keep` keeps the stored times. */
export type WhenReversed = 'clamp' | 'refuse' | 'keep';

/** Given and stored times of an event, and the zone that is used if neither has one. */
export interface TimesInput {
  given: GivenTimes;
  stored: EventTimes | null;
  siteZone: Zone;
  now: Date;
  whenReversed: WhenReversed;
}

/** Times to store, or the reason why they are invalid: start or end missing, a value that is not a time, end before start, or too long. */
export type TimesDecision = EventTimes | 'incomplete' | 'unreadable' | 'reversed' | 'endless';

/** Maximum duration in seconds, about 68 years: the largest 32-bit integer, which clients of both APIs can read. */
const MAX_DURATION_SECONDS = 2_147_483_647;

const isPresent = (value: Moment | null | undefined): value is Moment => value !== undefined && value !== null && value !== '';

function getZone({ given, stored, siteZone }: TimesInput): Zone {
  if (given.timezone) return getZoneByName(given.timezone);
  return stored !== null && given.timezone !== '' ? getZoneByName(stored.timezone) : siteZone;
}

/** A moment with its wall time in the event's zone. In an hour that occurs twice, the wall time alone is ambiguous. */
interface ZonedMoment {
  instant: Date;
  wall: WallTime;
}

/** Marks a value that is not a time. */
const UNREADABLE = Symbol('unreadable');

type MomentResult = ZonedMoment | null | typeof UNREADABLE;

const toZonedMoment = (instant: Date, zone: Zone): ZonedMoment => ({ instant, wall: toWallTime(instant, zone) });
const resolveWallTime = (wall: WallTime, zone: Zone): ZonedMoment => ({ instant: toUtc(wall, zone), wall });

function readMoment(local: Moment | null | undefined, utc: Moment | null | undefined, zone: Zone, now: Date): MomentResult {
  if (isPresent(local)) return parseTime(local, zone, now) ?? UNREADABLE;
  if (!isPresent(utc)) return null;
  const parsed = parseTime(utc, 'UTC', now);
  return parsed ? toZonedMoment(parsed.instant, zone) : UNREADABLE;
}

/** Returns the stored start and end. In a new zone, the wall times stay the same. */
function toStoredMoments({ stored }: TimesInput, zone: Zone): { start: ZonedMoment; end: ZonedMoment } | null {
  if (stored === null) return null;
  const { startLocal, endLocal, startUtc, endUtc } = stored;
  if (stored.timezone !== zone.name || stored.allDay)
    return { start: resolveWallTime(startLocal, zone), end: resolveWallTime(endLocal, zone) };
  return { start: { instant: startUtc, wall: startLocal }, end: { instant: endUtc, wall: endLocal } };
}

const addSeconds = ({ instant }: ZonedMoment, seconds: number, zone: Zone): ZonedMoment =>
  toZonedMoment(new Date(instant.getTime() + seconds * 1000), zone);

function resolveStartAndEnd(input: TimesInput, zone: Zone): { start: MomentResult; end: MomentResult } {
  const { given, now } = input;
  const stored = toStoredMoments(input, zone);
  const start = readMoment(given.start, given.startUtc, zone, now);
  const end = readMoment(given.end, given.endUtc, zone, now);
  const { durationSeconds: duration } = given;
  if (start === UNREADABLE || end === UNREADABLE || duration === undefined || duration === null) {
    return { start: start ?? stored?.start ?? null, end: end ?? stored?.end ?? null };
  }
  if (start !== null && end !== null) return { start, end };
  if (end !== null) return { start: stored === null ? null : addSeconds(end, -duration, zone), end };
  const from = start ?? stored?.start ?? null;
  return { start: from, end: from === null ? null : addSeconds(from, duration, zone) };
}

function toEventTimes(start: ZonedMoment, end: ZonedMoment, zone: Zone, allDay: boolean): EventTimes {
  const common = { timezone: zone.name, allDay };
  if (allDay) {
    const days = getAllDayBounds(start.wall, end.wall);
    const [first, last] = [resolveWallTime(days.start, zone), resolveWallTime(days.end, zone)];
    return {
      ...common,
      startLocal: first.wall,
      endLocal: last.wall,
      startUtc: first.instant,
      endUtc: last.instant < first.instant ? first.instant : last.instant,
      durationSeconds: countSeconds(first.wall, last.wall),
    };
  }
  const endUtc = resolveEnd(start, end, zone);
  return {
    ...common,
    // converts from the instant: a wall time in a skipped hour does not exist
    startLocal: toWallTime(start.instant, zone),
    endLocal: toWallTime(endUtc, zone),
    startUtc: start.instant,
    endUtc,
    durationSeconds: countSeconds(start.instant, endUtc),
  };
}

/**
 * Returns the instant of the end. When clocks are turned back, an end with a later wall time may be an earlier instant. Then returns the second
 * occurrence of the wall time, or the start if none exists.
 */
function resolveEnd(start: ZonedMoment, end: ZonedMoment, zone: Zone): Date {
  if (end.instant >= start.instant) return end.instant;
  const later = new Date(start.instant.getTime() + countSeconds(start.wall, end.wall) * 1000);
  return later >= start.instant && toWallTime(later, zone) === end.wall ? later : start.instant;
}

/**
 * Determines start, end, zone and duration of an event (docs/behaviour/events.md 2.6.2, 3.4). Omitted values do not change. If only the zone
 * changes, the wall times stay the same. The given zone must exist (`isZone`).
 */
export function decideTimes(input: TimesInput): TimesDecision {
  try {
    const decision = decide(input);
    return typeof decision === 'object' && decision.durationSeconds > MAX_DURATION_SECONDS ? 'endless' : decision;
  } catch (error) {
    // outside the years 1 to 9999
    if (error instanceof RangeError) return 'unreadable';
    throw error;
  }
}

function decide(input: TimesInput): TimesDecision {
  const { given, stored, whenReversed } = input;
  const zone = getZone(input);
  const { start, end } = resolveStartAndEnd(input, zone);
  if (start === UNREADABLE || end === UNREADABLE) return 'unreadable';
  if (start === null || end === null) return 'incomplete';
  const allDay = given.allDay ?? stored?.allDay ?? false;
  if (end.wall >= start.wall || end.instant >= start.instant) return toEventTimes(start, end, zone, allDay);
  if (whenReversed === 'refuse' || (whenReversed === 'keep' && stored === null)) return 'reversed';
  const fallback = whenReversed === 'keep' ? toStoredMoments(input, zone) : null;
  return toEventTimes(fallback?.start ?? start, fallback?.end ?? start, zone, allDay);
}

/** True if the input contains any time. */
export function hasTimes(given: GivenTimes): boolean {
  return Object.values(given).some((value) => value !== undefined && value !== null);
}

/** Returns the number of days of an event in its zone; 1 if it ends on the day it starts. */
export function countDays({ startLocal, endLocal }: Pick<EventTimes, 'startLocal' | 'endLocal'>): number {
  return Math.floor(countSeconds(`${startLocal.slice(0, 10)}T00:00:00`, `${endLocal.slice(0, 10)}T00:00:00`) / 86_400) + 1;
}
