import { now } from '#app/core/time/clock.ts';
import { formatLocalTime } from '#app/core/language/dates.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { dateFormat, timeFormat } from '#app/core/settings/site.settings.ts';
import { type WallTime, wallToMs } from '#app/core/time/wall-time.ts';
import { toWallTime, type Zone } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { toSiteDay } from '../content/site-time.ts';
import { formatWallByPattern, removeYear } from '#app/core/language/date-format.ts';
import type { EventRecord } from './event.record.ts';

type Times = Pick<EventRecord, 'startLocal' | 'endLocal' | 'allDay'>;

/* Date formats in the site's settings produce English names. Therefore only English texts use them. Other languages use their own formats. */

/** Formats a day with its weekday: `Tuesday, June 1, 2027`, `Dienstag, 1. Juni 2027`. */
function formatDay(site: Site, translate: Translate, wall: WallTime): string {
  if (translate.language === 'en') return formatWallByPattern(wall, `l, ${site.settings.get(dateFormat)}`);
  return formatLocalTime(translate.language, wall, { dateStyle: 'full' });
}

/** Formats the clock time of a wall time, for data: `7:00 pm`, `19:00`. Pages use `formatClock`. */
export function formatPlainClock(site: Site, translate: Translate, wall: WallTime): string {
  return translate.language === 'en'
    ? formatWallByPattern(wall, site.settings.get(timeFormat))
    : formatLocalTime(translate.language, wall, { timeStyle: 'short' });
}

/** Formats the clock time of a wall time, for pages. A non-breaking space keeps `pm` on the line of its number. */
export function formatClock(site: Site, translate: Translate, wall: WallTime): string {
  return formatPlainClock(site, translate, wall).replace(/(\d) (?=[ap]\.?m)/i, '$1\u00a0');
}

/** Formats a moment without its weekday: `January 2, 2030, 10:00 am`. */
export function formatWallTime(site: Site, translate: Translate, wall: WallTime): string {
  if (translate.language !== 'en') return formatLocalTime(translate.language, wall, { dateStyle: 'long', timeStyle: 'short' });
  return `${formatWallByPattern(wall, site.settings.get(dateFormat))}, ${formatClock(site, translate, wall)}`;
}

/** Formats a moment in a zone, with the zone's name: `Tuesday, June 1, 2027, 7:00 pm (Europe/Berlin)`. */
export function formatZonedInstant(site: Site, translate: Translate, at: Date, zone: Zone): string {
  const wall = toWallTime(at, zone);
  return `${formatDay(site, translate, wall)}, ${formatClock(site, translate, wall)} (${zone.name})`;
}

/** Formats the times of an event with weekday and year, without repeating the day: `Tuesday, June 1, 2027, 7:00 pm – 11:00 pm`. */
export function formatEventTime(site: Site, translate: Translate, { startLocal, endLocal, allDay }: Times): string {
  const writeDay = (wall: WallTime) => formatDay(site, translate, wall);
  const writeTime = (wall: WallTime) => formatClock(site, translate, wall);
  const isOneDay = startLocal.slice(0, 10) === endLocal.slice(0, 10);
  if (allDay) return isOneDay ? writeDay(startLocal) : `${writeDay(startLocal)} – ${writeDay(endLocal)}`;
  const start = `${writeDay(startLocal)}, ${writeTime(startLocal)}`;
  if (startLocal === endLocal) return start;
  return `${start} – ${isOneDay ? writeTime(endLocal) : `${writeDay(endLocal)}, ${writeTime(endLocal)}`}`;
}

/** Formats the times for lists: `Tue, June 1, 7:00 pm`. Shows the end only for events of several days, and the year only if it is not this year. */
export function formatShortEventTime(site: Site, translate: Translate, { startLocal, endLocal, allDay }: Times): string {
  // `expiresWith`: a cached response expires every quarter of an hour, because the year may have ended
  const isThisYear = startLocal.slice(0, 4) === toSiteDay(site, now({ expiresWith: ['quarter'] })).slice(0, 4);
  const format = site.settings.get(dateFormat);
  const writeDay = (wall: WallTime) =>
    translate.language === 'en'
      ? formatWallByPattern(wall, `D, ${isThisYear ? removeYear(format) : format}`)
      : formatLocalTime(translate.language, wall, {
          weekday: 'short',
          day: 'numeric',
          month: 'long',
          ...(!isThisYear && { year: 'numeric' }),
        });
  if (startLocal.slice(0, 10) !== endLocal.slice(0, 10) && (allDay || countDaysBetween(startLocal, endLocal) > 1))
    return `${writeDay(startLocal)} – ${writeDay(endLocal)}`;
  return allDay ? writeDay(startLocal) : `${writeDay(startLocal)}, ${formatClock(site, translate, startLocal)}`;
}

const countDaysBetween = (start: WallTime, end: WallTime): number => (wallToMs(end) - wallToMs(start)) / 86_400_000;

/** Returns the parts of a calendar leaf: abbreviated weekday, day of the month, and abbreviated month. */
export function getLeafParts(translate: Translate, wall: WallTime): { weekday: string; day: string; month: string } {
  const formatPart = (options: Intl.DateTimeFormatOptions) => formatLocalTime(translate.language, wall, options).replace(/\.$/, '');
  return { weekday: formatPart({ weekday: 'short' }), day: String(Number(wall.slice(8, 10))), month: formatPart({ month: 'short' }) };
}
