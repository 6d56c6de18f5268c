import type { GivenDate } from '../../content/dates.rules.ts';
import { utcWall } from '../../content/site-time.ts';
import { dateFloats } from '../../content/statuses.ts';
import { parseDateTime } from '#app/core/time/date-time.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime, type Zone, zoneOf } from '#app/core/time/zone.ts';

const utc = zoneOf('UTC');
/** No two zones differ more, so two times further apart are different moments. */
const MAX_HOURS_APART = 15;

/** Parses a date of a file; undefined for an empty date (`0000-00-00 00:00:00`) and for invalid text. */
function read(text: string, zone: Zone): { wall: WallTime; instant: Date } | undefined {
  return text === '' || text.startsWith('0000') ? undefined : parseDateTime(text, zone);
}

function ofFeed(pubDate: string): Date | undefined {
  const ms = Date.parse(pubDate);
  return Number.isNaN(ms) || ms < Date.parse('0001-01-02T00:00:00Z') || ms > Date.parse('9999-12-30T00:00:00Z') ? undefined : new Date(ms);
}

/** One moment in the two forms of a file. */
export interface FileTime {
  local: string;
  utc: string;
}

/**
 * Returns the moment in two fields of a file, with the local time of the other site. If one is missing, or they differ by more than any two zones, uses the
 * other one in this site's zone. Undefined if both are missing.
 */
export function momentOf({ local, utc: inUtc }: FileTime, zone: Zone): GivenDate | undefined {
  const wall = read(local, zone);
  const instant = read(inUtc, utc)?.instant;
  if (!instant) return wall && { wall: wall.wall, instant: wall.instant };
  const hours = wall ? Math.abs(Date.parse(`${wall.wall}Z`) - instant.getTime()) / 3_600_000 : Number.POSITIVE_INFINITY;
  return { wall: wall && hours <= MAX_HOURS_APART ? wall.wall : toWallTime(instant, zone), instant };
}

/** The publication date of an item; null for a draft without a UTC date, which is published with the date of its publication. */
export interface ItemDates {
  date: GivenDate;
  floats: boolean;
  modifiedLocal: WallTime;
  modifiedUtc: WallTime;
}

/**
 * Returns the dates of an item. Drafts without a UTC date have no fixed date, as here (core-rest.md 7.5). An item without a date gets that of the feed, or
 * else the moment of the import.
 */
export function itemDates(
  item: { status: string; date: string; dateUtc: string; modified: string; modifiedUtc: string; pubDate: string },
  importedAt: Date,
  zone: Zone,
): ItemDates {
  const inUtc = read(item.dateUtc, utc);
  const floats = !inUtc && (dateFloats(item.status) || item.status === 'trash');
  const feed = ofFeed(item.pubDate) ?? importedAt;
  const date = momentOf({ local: item.date, utc: item.dateUtc }, zone) ?? { wall: toWallTime(feed, zone), instant: feed };
  const modified = momentOf({ local: item.modified, utc: item.modifiedUtc }, zone) ?? date;
  return { date, floats, modifiedLocal: modified.wall, modifiedUtc: utcWall(modified.instant) };
}
