import type { EventRecord } from '../../event.record.ts';
import { pageOf } from '../../views.ts';
import type { Say } from '#app/core/language/say.ts';
import { clockText } from '../../when-text.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { type Day, lastDayOf } from '../days.ts';
import { calendarUrl } from '../calendar-query.ts';
import type { CalendarView, GridDay } from '../view.ts';
import { dayName, shortDayName } from '../words.ts';
import { badges, titleText } from './event-card.ts';

/** Returns `past`, `today` or `upcoming`. */
export const stateOf = (day: Day, today: Day) => (day === today ? 'today' : day < today ? 'past' : 'upcoming');
/** Returns the day of the month. */
export const numberOf = (day: Day) => Number(day.slice(8));

/** Returns the address of the day view with the same filters. */
export function dayUrl(site: Site, { query }: CalendarView, day: Day): string {
  return calendarUrl(site, { ...query, view: 'day', date: day });
}

/** Renders the start time of an event, or its first and last day if it spans several. */
function timeOn(site: Site, say: Say, event: EventRecord): Html {
  const [first, last] = [event.startLocal.slice(0, 10), lastDayOf(event)];
  if (first !== last) {
    const formatDay = first.slice(0, 4) === last.slice(0, 4) ? shortDayName : dayName;
    return html`<span class="evt-time"><time datetime="${first}">${formatDay(say, first)}</time> ${say('calendar.to')} <time datetime="${last}">${formatDay(say, last)}</time></span>`;
  }
  if (event.allDay) return html`<span class="evt-time">${say('calendar.allDay')}</span>`;
  return html`<span class="evt-time"><time datetime="${event.startLocal}">${clockText(site, say, event.startLocal)}</time></span>`;
}

/** Renders an event in the grid cell of one of its days. */
export function cellEvent(site: Site, say: Say, event: EventRecord, day: Day): Html {
  const [first, last] = [event.startLocal.slice(0, 10), lastDayOf(event)];
  const classes = [
    'evt-cell-event',
    ...(first === last ? [] : ['evt-multiday']),
    ...(first < day ? ['evt-continued'] : []),
    ...(last > day ? ['evt-continues'] : []),
  ];
  return html`<article class="${classes.join(' ')}" dir="auto">${badges(say, event)}${timeOn(site, say, event)} <h3 class="evt-title"><a href="${pageOf(site, event)}">${titleText(say, event)}</a></h3></article>`;
}

/** Renders a link to the events that the cell omits; null if it shows all of them. */
export function moreLink(site: Site, view: CalendarView, { day, events, total }: GridDay): Html | null {
  const { say } = view;
  const hiddenCount = total - events.length;
  return hiddenCount > 0
    ? html`<a class="evt-more" href="${dayUrl(site, view, day)}">${say('calendar.more', { rest: hiddenCount })}<span class="evt-hidden"> ${say('calendar.moreOn', { day: dayName(say, day) })}</span></a>`
    : null;
}
