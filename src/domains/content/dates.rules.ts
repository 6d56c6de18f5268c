import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Zone } from '#app/core/time/zone.ts';
import { utcWall } from './site-time.ts';
import { dateFloats } from './statuses.ts';

/** A publication date that a caller gave: what the site's clocks show then, and the instant. */
export interface GivenDate {
  wall: WallTime;
  instant: Date;
}

/** What dates are decided from. */
export interface DateQuestion {
  /** Status wanted, before `publish` and `future` are distinguished. */
  status: string;
  /** Undefined = not given; null = reset (core-rest.md 7.5). */
  given: GivenDate | null | undefined;
  /** The stored dates of content that exists already. */
  stored: { status: string; dateLocal: WallTime; dateUtc: WallTime | null } | null;
  now: Date;
  zone: Zone;
}

/** The dates to store and the status they lead to. */
export interface DateDecision {
  status: string;
  dateLocal: WallTime;
  /** Null while the date floats. */
  dateUtc: WallTime | null;
}

/** Content has to lie so far ahead to count as scheduled. */
const SCHEDULE_AHEAD_MS = 60_000;

function chosenDate({ status, given, stored, now, zone }: DateQuestion): { dateLocal: WallTime; dateUtc: WallTime | null } {
  const floating = stored !== null && stored.dateUtc === null;
  // Editors send the date they were shown: on a floating date that says nothing.
  const isEcho = floating && given !== null && given !== undefined && given.wall === stored.dateLocal;
  if (given && !isEcho) return { dateLocal: given.wall, dateUtc: utcWall(given.instant) };
  if (given === undefined && stored && !floating) return { dateLocal: stored.dateLocal, dateUtc: stored.dateUtc };
  const floats = dateFloats(status) || (status === 'trash' && floating);
  return { dateLocal: toWallTime(now, zone), dateUtc: floats ? null : utcWall(now) };
}

/**
 * Publication date and status by the table of core-rest.md 7.5: a given date counts, `null` resets, drafts float until they are
 * published, `publish` at least 60 s ahead becomes `future` and `future` less than 60 s ahead becomes `publish`.
 */
export function decideDates(question: DateQuestion): DateDecision {
  const dates = chosenDate(question);
  let { status } = question;
  if (status === 'publish' || status === 'future') {
    const ahead = dates.dateUtc === null ? 0 : Date.parse(`${dates.dateUtc}Z`) - Math.floor(question.now.getTime() / 1000) * 1000;
    status = ahead >= SCHEDULE_AHEAD_MS ? 'future' : 'publish';
  }
  return { status, ...dates };
}
