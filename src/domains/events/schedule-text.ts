import { getTexts } from '#app/core/language/translate.ts';
import { now } from '#app/core/time/clock.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { escapeHtml } from '#app/core/text/plain-text.ts';
import { dateFormat } from '#app/core/settings/site.settings.ts';
import { getSiteZone } from '../content/site-time.ts';
import type { Site } from '#app/site.ts';
import { formatWallByPattern, removeYear } from '#app/core/language/date-format.ts';
import type { EventRecord } from './event.record.ts';
import { formatPlainClock } from './format-event-time.ts';

const renderSpan = (name: string, text: string) => `<span class="evt-${name}">${escapeHtml(text)}</span>`;

/**
 * Formats the times of an event as HTML, in English and in the site's formats: `June 1 @ 9:00 am - 11:00 am`. Omits the current year.
 * The short form omits every year, an end on the same day, and the clock times of events that last several days.
 */
export function formatSchedule(site: Site, event: Pick<EventRecord, 'startLocal' | 'endLocal' | 'allDay'>, isShort = false): string {
  const { startLocal, endLocal, allDay } = event;
  // `expiresWith`: a cached response expires every quarter of an hour, because the year may have ended
  const year = toWallTime(now({ expiresWith: ['quarter'] }), getSiteZone(site)).slice(0, 4);
  const format = site.settings.get(dateFormat);
  const isThisYear = startLocal.startsWith(year) && endLocal.startsWith(year);
  const translate = getTexts('en');
  const formatDay = (wall: string) => formatWallByPattern(wall, isThisYear || isShort ? removeYear(format) : format);
  const formatTime = (wall: string) => formatPlainClock(site, translate, wall);
  const isOneDay = startLocal.slice(0, 10) === endLocal.slice(0, 10);
  if (allDay || (isShort && !isOneDay)) {
    const start = renderSpan('date-start', formatDay(startLocal));
    if (!isOneDay) return `${start} - ${renderSpan('date-end', formatDay(endLocal))}`;
    return isShort ? start : `${start} ${renderSpan('all-day', translate('calendar.allDay'))}`;
  }
  const start = renderSpan('date-start', `${formatDay(startLocal)} @ ${formatTime(startLocal)}`);
  if (startLocal === endLocal || isShort) return start;
  return `${start} - ${isOneDay ? renderSpan('time-end', formatTime(endLocal)) : renderSpan('date-end', `${formatDay(endLocal)} @ ${formatTime(endLocal)}`)}`;
}
