import type { EventRecord } from '../../event.record.ts';
import { getPageUrl } from '../../views.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { formatClock } from '../../format-event-time.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { type Day, getLastDay } from '../days.ts';
import { buildCalendarUrl } from '../calendar-query.ts';
import type { CalendarView, GridDay } from '../view.ts';
import { formatDate, formatShortDay } from '../format-days.ts';
import { renderBadges, getTitleText } from './event-card.ts';

/** Returns `past`, `today` or `upcoming`. */
export const getDayState = (day: Day, today: Day) => (day === today ? 'today' : day < today ? 'past' : 'upcoming');
/** Returns the day of the month. */
export const getDayNumber = (day: Day) => Number(day.slice(8));

/** Returns the URL of the day view with the same filters. */
export function buildDayUrl(site: Site, { query }: CalendarView, day: Day): string {
  return buildCalendarUrl(site, { ...query, view: 'day', date: day });
}

/** Renders the start time of an event, or its first and last day if it spans several. */
function renderTimeOnDay(site: Site, translate: Translate, event: EventRecord): Html {
  const [first, last] = [event.startLocal.slice(0, 10), getLastDay(event)];
  if (first !== last) {
    const formatDay = first.slice(0, 4) === last.slice(0, 4) ? formatShortDay : formatDate;
    return html`<span class="evt-time"><time datetime="${first}">${formatDay(translate, first)}</time> ${translate('calendar.to')} <time datetime="${last}">${formatDay(translate, last)}</time></span>`;
  }
  if (event.allDay) return html`<span class="evt-time">${translate('calendar.allDay')}</span>`;
  return html`<span class="evt-time"><time datetime="${event.startLocal}">${formatClock(site, translate, event.startLocal)}</time></span>`;
}

/** Renders an event in the grid cell of one of its days. */
export function renderCellEvent(site: Site, translate: Translate, event: EventRecord, day: Day): Html {
  const [first, last] = [event.startLocal.slice(0, 10), getLastDay(event)];
  const classes = [
    'evt-cell-event',
    ...(first === last ? [] : ['evt-multiday']),
    ...(first < day ? ['evt-continued'] : []),
    ...(last > day ? ['evt-continues'] : []),
  ];
  return html`<article class="${classes.join(' ')}" dir="auto">${renderBadges(translate, event)}${renderTimeOnDay(site, translate, event)} <h3 class="evt-title"><a href="${getPageUrl(site, event)}">${getTitleText(translate, event)}</a></h3></article>`;
}

/** Renders a link to the events that the cell omits; null if the cell shows all events. */
export function renderMoreLink(site: Site, view: CalendarView, { day, events, total }: GridDay): Html | null {
  const { translate } = view;
  const hiddenCount = total - events.length;
  return hiddenCount > 0
    ? html`<a class="evt-more" href="${buildDayUrl(site, view, day)}">${translate('calendar.more', { rest: hiddenCount })}<span class="evt-hidden"> ${translate('calendar.moreOn', { day: formatDate(translate, day) })}</span></a>`
    : null;
}
