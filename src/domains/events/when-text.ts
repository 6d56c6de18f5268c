import { now } from '#app/core/time/clock.ts';
import { wallText } from '#app/core/language/dates.ts';
import type { Say } from '#app/core/language/say.ts';
import { dateFormat, timeFormat } from '#app/core/settings/site.settings.ts';
import { type WallTime, wallToMs } from '#app/core/time/wall-time.ts';
import { toWallTime, type Zone } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { siteDay } from '../content/site-time.ts';
import { formatWall, withoutYear } from '#app/core/language/date-format.ts';
import type { EventRecord } from './event.record.ts';

type Times = Pick<EventRecord, 'startLocal' | 'endLocal' | 'allDay'>;

/*
 * Formats of dates that a site is set to are those of English sites unless someone has changed them, and know English names alone. So they
 * count for English texts, and other languages write dates in their own way.
 */

/** A day with its weekday: `Tuesday, June 1, 2027`, `Dienstag, 1. Juni 2027`. */
function dayText(site: Site, say: Say, wall: WallTime): string {
  if (say.language === 'en') return formatWall(wall, `l, ${site.settings.get(dateFormat)}`);
  return wallText(say.language, wall, { dateStyle: 'full' });
}

/** A clock time for data: `7:00 pm`, `19:00`. */
export function plainClockText(site: Site, say: Say, wall: WallTime): string {
  return say.language === 'en' ? formatWall(wall, site.settings.get(timeFormat)) : wallText(say.language, wall, { timeStyle: 'short' });
}

/** A clock time for people, whose `pm` stays on the line of its number. */
export function clockText(site: Site, say: Say, wall: WallTime): string {
  return plainClockText(site, say, wall).replace(/(\d) (?=[ap]\.?m)/i, '$1\u00a0');
}

/** A moment without its weekday: `January 2, 2030, 10:00 am`. */
export function momentText(site: Site, say: Say, wall: WallTime): string {
  if (say.language !== 'en') return wallText(say.language, wall, { dateStyle: 'long', timeStyle: 'short' });
  return `${formatWall(wall, site.settings.get(dateFormat))}, ${clockText(site, say, wall)}`;
}

/** A moment on the clocks of a zone, which is named: `Tuesday, June 1, 2027, 7:00 pm (Europe/Berlin)`. */
export function zonedMomentText(site: Site, say: Say, at: Date, zone: Zone): string {
  const wall = toWallTime(at, zone);
  return `${dayText(site, say, wall)}, ${clockText(site, say, wall)} (${zone.name})`;
}

/** When an event takes place, weekday first and with its year, beginning and end said once: `Tuesday, June 1, 2027, 7:00 pm – 11:00 pm`. */
export function whenText(site: Site, say: Say, { startLocal, endLocal, allDay }: Times): string {
  const day = (wall: WallTime) => dayText(site, say, wall);
  const time = (wall: WallTime) => clockText(site, say, wall);
  const isOneDay = startLocal.slice(0, 10) === endLocal.slice(0, 10);
  if (allDay) return isOneDay ? day(startLocal) : `${day(startLocal)} – ${day(endLocal)}`;
  const start = `${day(startLocal)}, ${time(startLocal)}`;
  if (startLocal === endLocal) return start;
  return `${start} – ${isOneDay ? time(endLocal) : `${day(endLocal)}, ${time(endLocal)}`}`;
}

/** The same for lists, in few words: the end only of what lasts for days, the year only when it is not the present one: `Tue, June 1, 7:00 pm`. */
export function shortWhenText(site: Site, say: Say, { startLocal, endLocal, allDay }: Times): string {
  const isThisYear = startLocal.slice(0, 4) === siteDay(site, now({ expiresWith: ['quarter'] })).slice(0, 4);
  const format = site.settings.get(dateFormat);
  const day = (wall: WallTime) =>
    say.language === 'en'
      ? formatWall(wall, `D, ${isThisYear ? withoutYear(format) : format}`)
      : wallText(say.language, wall, { weekday: 'short', day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
  if (startLocal.slice(0, 10) !== endLocal.slice(0, 10) && (allDay || daysBetween(startLocal, endLocal) > 1))
    return `${day(startLocal)} – ${day(endLocal)}`;
  return allDay ? day(startLocal) : `${day(startLocal)}, ${clockText(site, say, startLocal)}`;
}

const daysBetween = (start: WallTime, end: WallTime): number => (wallToMs(end) - wallToMs(start)) / 86_400_000;

/** A day as the leaf of a calendar shows it. */
export function leafText(say: Say, wall: WallTime): { weekday: string; day: string; month: string } {
  const part = (options: Intl.DateTimeFormatOptions) => wallText(say.language, wall, options).replace(/\.$/, '');
  return { weekday: part({ weekday: 'short' }), day: String(Number(wall.slice(8, 10))), month: part({ month: 'short' }) };
}
