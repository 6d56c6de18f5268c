import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Zone } from '#app/core/time/zone.ts';
import { toUtcWallTime } from './site-time.ts';
import { isDateFloating } from './statuses.ts';

/** A given publication date: the wall time in the site's zone, and the instant. */
export interface GivenDate {
  wall: WallTime;
  instant: Date;
}

/** Input of `decideDates`. */
export interface DateInput {
  /** Requested status. `publish` and `future` are not yet distinguished. */
  status: string;
  /** Undefined means not given, null means reset (docs/behaviour/core-rest.md 7.5). */
  given: GivenDate | null | undefined;
  /** Stored dates of existing content. */
  stored: { status: string; dateLocal: WallTime; dateUtc: WallTime | null } | null;
  now: Date;
  zone: Zone;
}

/** Dates and status to store. */
export interface DateDecision {
  status: string;
  dateLocal: WallTime;
  /** Null for a floating date, which every update sets to the current time. */
  dateUtc: WallTime | null;
}

/** Minimum time from now until the date of scheduled content. */
const SCHEDULE_AHEAD_MS = 60_000;

function resolveDate({ status, given, stored, now, zone }: DateInput): { dateLocal: WallTime; dateUtc: WallTime | null } {
  const isFloating = stored !== null && stored.dateUtc === null;
  // editors send the displayed date back, so an equal date does not count as given while the date floats
  const isEcho = isFloating && given !== null && given !== undefined && given.wall === stored.dateLocal;
  if (given && !isEcho) return { dateLocal: given.wall, dateUtc: toUtcWallTime(given.instant) };
  if (given === undefined && stored && !isFloating) return { dateLocal: stored.dateLocal, dateUtc: stored.dateUtc };
  const willFloat = isDateFloating(status) || (status === 'trash' && isFloating);
  return { dateLocal: toWallTime(now, zone), dateUtc: willFloat ? null : toUtcWallTime(now) };
}

/**
 * Decides date and status by the table of docs/behaviour/core-rest.md 7.5. A given date takes precedence; null resets the date. Dates of
 * drafts float until the drafts are published. `publish` becomes `future` if the date is at least 60 s ahead; otherwise `future` becomes `publish`.
 */
export function decideDates(input: DateInput): DateDecision {
  const dates = resolveDate(input);
  let { status } = input;
  if (status === 'publish' || status === 'future') {
    const ahead = dates.dateUtc === null ? 0 : Date.parse(`${dates.dateUtc}Z`) - Math.floor(input.now.getTime() / 1000) * 1000;
    status = ahead >= SCHEDULE_AHEAD_MS ? 'future' : 'publish';
  }
  return { status, ...dates };
}
