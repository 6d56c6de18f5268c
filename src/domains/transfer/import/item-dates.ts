import type { GivenDate } from '../../content/dates.rules.ts';
import { utcWall } from '../../content/site-time.ts';
import { dateFloats } from '../../content/statuses.ts';
import { parseDateTime } from '#app/core/time/date-time.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime, type Zone, zoneOf } from '#app/core/time/zone.ts';

const utc = zoneOf('UTC');
/** No clock on earth differs more from UTC; two times further apart do not mean the same moment. */
const MAX_HOURS_APART = 15;

/** A date as a file gives it, read; undefined for none (`0000-00-00 00:00:00`) and for what is no date. */
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
 * The moment that two fields of a file name, the clock of the other site kept as it was there. Where one is missing (or they contradict each
 * other by more than zones can) the other counts, on the clocks of this site. Undefined when both are missing.
 */
export function momentOf({ local, utc: inUtc }: FileTime, zone: Zone): GivenDate | undefined {
  const wall = read(local, zone);
  const instant = read(inUtc, utc)?.instant;
  if (!instant) return wall && { wall: wall.wall, instant: wall.instant };
  const hours = wall ? Math.abs(Date.parse(`${wall.wall}Z`) - instant.getTime()) / 3_600_000 : Number.POSITIVE_INFINITY;
  return { wall: wall && hours <= MAX_HOURS_APART ? wall.wall : toWallTime(instant, zone), instant };
}

/** The publication date of an item; null while it floats: a draft without a moment in UTC. */
export interface ItemDates {
  date: GivenDate;
  floats: boolean;
  modifiedLocal: WallTime;
  modifiedUtc: WallTime;
}

/**
 * The dates of an item. Drafts without a moment in UTC float, as here (core-rest.md 7.5). An item that names no date at all has the feed's,
 * and without that one the moment of the import.
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
