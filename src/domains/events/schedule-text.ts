import { nowUntil } from '#app/core/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { escapeHtml } from '#app/core/text/plain-text.ts';
import { dateFormat, timeFormat } from '#app/core/settings/site.settings.ts';
import { siteZone } from '../content/site-time.ts';
import type { Site } from '#app/site.ts';
import { formatWall, withoutYear } from './date-format.ts';
import type { EventRecord } from './event.record.ts';

const part = (name: string, text: string) => `<span class="evt-${name}">${escapeHtml(text)}</span>`;

/**
 * When an event takes place, as HTML for people, in the formats and the words of the site: `June 1 @ 9:00 am - 11:00 am`. The year stands
 * only when it is not the present one; the short form leaves out ends of the day and clock times of several days.
 */
export function scheduleText(site: Site, event: Pick<EventRecord, 'startLocal' | 'endLocal' | 'allDay'>, isShort = false): string {
  const { startLocal, endLocal, allDay } = event;
  const year = toWallTime(nowUntil('quarter'), siteZone(site)).slice(0, 4);
  const format = site.settings.get(dateFormat);
  const clock = site.settings.get(timeFormat);
  const isThisYear = startLocal.startsWith(year) && endLocal.startsWith(year);
  const day = (wall: string) => formatWall(wall, isThisYear || isShort ? withoutYear(format) : format);
  const time = (wall: string) => formatWall(wall, clock);
  const isOneDay = startLocal.slice(0, 10) === endLocal.slice(0, 10);
  if (allDay || (isShort && !isOneDay)) {
    const start = part('date-start', day(startLocal));
    if (!isOneDay) return `${start} - ${part('date-end', day(endLocal))}`;
    return isShort ? start : `${start} ${part('all-day', 'All day')}`;
  }
  const start = part('date-start', `${day(startLocal)} @ ${time(startLocal)}`);
  if (startLocal === endLocal || isShort) return start;
  return `${start} - ${isOneDay ? part('time-end', time(endLocal)) : part('date-end', `${day(endLocal)} @ ${time(endLocal)}`)}`;
}
