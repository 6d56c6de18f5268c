import type { GivenDate } from '../../content/dates.rules.ts';
import { toUtcWallTime } from '../../content/site-time.ts';
import { isDateFloating } from '../../content/statuses.ts';
import { parseDateTime } from '#app/core/time/date-time.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime, type Zone, getZoneByName } from '#app/core/time/zone.ts';

const utc = getZoneByName('UTC');
/** Exceeds the UTC offset of every time zone. A local and a UTC time with a greater difference are different moments. */
const MAX_ZONE_HOURS = 15;

/** Parses a date of a file; undefined for an empty date (`0000-00-00 00:00:00`) and for invalid ones. */
function parseTime(text: string, zone: Zone): { wall: WallTime; instant: Date } | undefined {
  return text === '' || text.startsWith('0000') ? undefined : parseDateTime(text, zone);
}

function parseFeedDate(pubDate: string): Date | undefined {
  const ms = Date.parse(pubDate);
  return Number.isNaN(ms) || ms < Date.parse('0001-01-02T00:00:00Z') || ms > Date.parse('9999-12-30T00:00:00Z') ? undefined : new Date(ms);
}

/** A moment as a file contains it: a local and a UTC time, either of which may be empty. */
interface FileTime {
  local: string;
  utc: string;
}

/**
 * Returns the moment in two fields of a file, with the local time of the other site. A missing local time, or one that differs from UTC by
 * more than any zone, is replaced by the time in this site's zone; a missing UTC time is computed from the local time in this site's zone.
 * Undefined if both are missing.
 */
export function parseMoment({ local, utc: inUtc }: FileTime, zone: Zone): GivenDate | undefined {
  const wall = parseTime(local, zone);
  const instant = parseTime(inUtc, utc)?.instant;
  if (!instant) return wall && { wall: wall.wall, instant: wall.instant };
  const hoursApart = wall ? Math.abs(Date.parse(`${wall.wall}Z`) - instant.getTime()) / 3_600_000 : Number.POSITIVE_INFINITY;
  return { wall: wall && hoursApart <= MAX_ZONE_HOURS ? wall.wall : toWallTime(instant, zone), instant };
}

/** The dates of an item. */
export interface ItemDates {
  date: GivenDate;
  /** True for a draft without a UTC date, whose publication sets the date. */
  hasFloatingDate: boolean;
  modifiedLocal: WallTime;
  modifiedUtc: WallTime;
}

/**
 * Returns the dates of an item. Drafts without a UTC date have no fixed date, like drafts of this site (docs/behaviour/core-rest.md 7.5). An item
 * without a date gets the date of its `pubDate`, or else the moment of the import.
 */
export function readItemDates(
  item: { status: string; date: string; dateUtc: string; modified: string; modifiedUtc: string; pubDate: string },
  importedAt: Date,
  zone: Zone,
): ItemDates {
  const dateUtc = parseTime(item.dateUtc, utc);
  const hasFloatingDate = !dateUtc && (isDateFloating(item.status) || item.status === 'trash');
  const fallback = parseFeedDate(item.pubDate) ?? importedAt;
  const date = parseMoment({ local: item.date, utc: item.dateUtc }, zone) ?? { wall: toWallTime(fallback, zone), instant: fallback };
  const modified = parseMoment({ local: item.modified, utc: item.modifiedUtc }, zone) ?? date;
  return { date, hasFloatingDate, modifiedLocal: modified.wall, modifiedUtc: toUtcWallTime(modified.instant) };
}
