import { parseTime } from '#app/core/time/spoken-time.ts';
import { allDayBounds, secondsBetween, type WallTime } from '#app/core/time/wall-time.ts';
import { toUtc, toWallTime, type Zone, zoneOf } from '#app/core/time/zone.ts';

/** When an event takes place. */
export interface EventTimes {
  /** What the clocks of its zone show. */
  startLocal: WallTime;
  endLocal: WallTime;
  startUtc: Date;
  endUtc: Date;
  timezone: string;
  /** Time that passes; of all-day events what the clock faces say, 86399 for one day. */
  durationSeconds: number;
  allDay: boolean;
}

/** A moment as people write it; without zone it is clock time of the event's zone. */
export type Moment = string | number;

/** What a caller says about the times; absent = not said. */
export interface GivenTimes {
  start?: Moment | null | undefined;
  end?: Moment | null | undefined;
  /** The same in UTC; `start` and `end` win. */
  startUtc?: Moment | null | undefined;
  endUtc?: Moment | null | undefined;
  /** Counts where start or end is not said. */
  durationSeconds?: number | null | undefined;
  /** Empty = the site's zone. */
  timezone?: string | null | undefined;
  allDay?: boolean | null | undefined;
}

/** An end before the start: the start becomes the end, the write is refused, or the times stay as they are stored. */
export type WhenReversed = 'clamp' | 'refuse' | 'keep';

/** What the times of an event are decided from: what is said, what is stored, and the zone that counts where neither names one. */
export interface TimesQuestion {
  given: GivenTimes;
  stored: EventTimes | null;
  siteZone: Zone;
  now: Date;
  whenReversed: WhenReversed;
}

/** The times to store, or why they cannot be stored: a start or end is missing, text is no time, the end lies before the start, or too far behind it. */
export type TimesDecision = EventTimes | 'incomplete' | 'unreadable' | 'reversed' | 'endless';

/** What clients of both APIs can read as a length: 68 years. */
const LONGEST = 2_147_483_647;

const isSaid = (value: Moment | null | undefined): value is Moment => value !== undefined && value !== null && value !== '';

function zoneFor({ given, stored, siteZone }: TimesQuestion): Zone {
  if (given.timezone) return zoneOf(given.timezone);
  return stored !== null && given.timezone !== '' ? zoneOf(stored.timezone) : siteZone;
}

/** A moment, and what the clocks of the event's zone show then: of an hour that comes twice the clocks alone do not tell which is meant. */
interface Point {
  instant: Date;
  wall: WallTime;
}

/** Text that is no time. */
const UNREADABLE = Symbol('unreadable');

type Read = Point | null | typeof UNREADABLE;

const pointAt = (instant: Date, zone: Zone): Point => ({ instant, wall: toWallTime(instant, zone) });
const onClocks = (wall: WallTime, zone: Zone): Point => ({ instant: toUtc(wall, zone), wall });

function readMoment(local: Moment | null | undefined, utc: Moment | null | undefined, zone: Zone, now: Date): Read {
  if (isSaid(local)) return parseTime(local, zone, now) ?? UNREADABLE;
  if (!isSaid(utc)) return null;
  const parsed = parseTime(utc, 'UTC', now);
  return parsed ? pointAt(parsed.instant, zone) : UNREADABLE;
}

/** Start and end as they are stored; in another zone the clocks keep their faces. */
function storedPoints({ stored }: TimesQuestion, zone: Zone): { start: Point; end: Point } | null {
  if (stored === null) return null;
  const { startLocal, endLocal, startUtc, endUtc } = stored;
  if (stored.timezone !== zone.name || stored.allDay) return { start: onClocks(startLocal, zone), end: onClocks(endLocal, zone) };
  return { start: { instant: startUtc, wall: startLocal }, end: { instant: endUtc, wall: endLocal } };
}

const shifted = ({ instant }: Point, seconds: number, zone: Zone): Point => pointAt(new Date(instant.getTime() + seconds * 1000), zone);

function bounds(question: TimesQuestion, zone: Zone): { start: Read; end: Read } {
  const { given, now } = question;
  const stored = storedPoints(question, zone);
  const start = readMoment(given.start, given.startUtc, zone, now);
  const end = readMoment(given.end, given.endUtc, zone, now);
  const { durationSeconds: duration } = given;
  if (start === UNREADABLE || end === UNREADABLE || duration === undefined || duration === null) {
    return { start: start ?? stored?.start ?? null, end: end ?? stored?.end ?? null };
  }
  if (start !== null && end !== null) return { start, end };
  if (end !== null) return { start: stored === null ? null : shifted(end, -duration, zone), end };
  const from = start ?? stored?.start ?? null;
  return { start: from, end: from === null ? null : shifted(from, duration, zone) };
}

function timesOf(start: Point, end: Point, zone: Zone, allDay: boolean): EventTimes {
  const common = { timezone: zone.name, allDay };
  if (allDay) {
    const days = allDayBounds(start.wall, end.wall);
    const [first, last] = [onClocks(days.start, zone), onClocks(days.end, zone)];
    return {
      ...common,
      startLocal: first.wall,
      endLocal: last.wall,
      startUtc: first.instant,
      endUtc: last.instant < first.instant ? first.instant : last.instant,
      durationSeconds: secondsBetween(first.wall, last.wall),
    };
  }
  const endUtc = endAfter(start, end, zone);
  return {
    ...common,
    // of an hour that is skipped, what the clocks show instead
    startLocal: toWallTime(start.instant, zone),
    endLocal: toWallTime(endUtc, zone),
    startUtc: start.instant,
    endUtc,
    durationSeconds: secondsBetween(start.instant, endUtc),
  };
}

/** Where the clocks are turned, a later clock time may be an earlier moment: then its second pass is meant, or else the start. */
function endAfter(start: Point, end: Point, zone: Zone): Date {
  if (end.instant >= start.instant) return end.instant;
  const later = new Date(start.instant.getTime() + secondsBetween(start.wall, end.wall) * 1000);
  return later >= start.instant && toWallTime(later, zone) === end.wall ? later : start.instant;
}

/**
 * Start, end, zone and length of an event by the rules of events.md 2.6.2 and 3.4. What is not said stays as it is stored; a new zone alone
 * keeps the clock times. The named zone must exist (`isZone`).
 */
export function decideTimes(question: TimesQuestion): TimesDecision {
  try {
    const decision = decide(question);
    return typeof decision === 'object' && decision.durationSeconds > LONGEST ? 'endless' : decision;
  } catch (error) {
    // beyond the years 1 to 9999
    if (error instanceof RangeError) return 'unreadable';
    throw error;
  }
}

function decide(question: TimesQuestion): TimesDecision {
  const { given, stored, whenReversed } = question;
  const zone = zoneFor(question);
  const { start, end } = bounds(question, zone);
  if (start === UNREADABLE || end === UNREADABLE) return 'unreadable';
  if (start === null || end === null) return 'incomplete';
  const allDay = given.allDay ?? stored?.allDay ?? false;
  if (end.wall >= start.wall || end.instant >= start.instant) return timesOf(start, end, zone, allDay);
  if (whenReversed === 'refuse' || (whenReversed === 'keep' && stored === null)) return 'reversed';
  const kept = whenReversed === 'keep' ? storedPoints(question, zone) : null;
  return timesOf(kept?.start ?? start, kept?.end ?? start, zone, allDay);
}

/** Whether what is said changes the times at all. */
export function saysTimes(given: GivenTimes): boolean {
  return Object.values(given).some((value) => value !== undefined && value !== null);
}

/** Days that an event touches on the clocks of its zone; 1 when it ends on the day it starts. */
export function daysTouched({ startLocal, endLocal }: Pick<EventTimes, 'startLocal' | 'endLocal'>): number {
  return Math.floor(secondsBetween(`${startLocal.slice(0, 10)}T00:00:00`, `${endLocal.slice(0, 10)}T00:00:00`) / 86_400) + 1;
}
