import type { EventRecord } from '../../events/event.record.ts';
import { formatWall } from '../../events/date-format.ts';
import { pageOf } from '../../events/views.ts';
import { timeFormat } from '../../settings/site.settings.ts';
import type { Site } from '../../site.ts';
import { type Day, lastDayOf } from '../days.ts';
import { addressOf } from '../place.ts';
import type { CalendarView, MonthDay, ViewBody } from '../view.ts';
import { dayName, eventCount, longDayName, shortWeekdayName, weekdayName } from '../words.ts';
import { badges, eventCard, titleText } from './event-card.ts';
import { type Markup, markup, safe } from './markup.ts';

type MonthBody = Extract<ViewBody, { kind: 'month' }>;

const stateOf = (day: Day, today: Day) => (day === today ? 'today' : day < today ? 'past' : 'upcoming');
const numberOf = (day: Day) => Number(day.slice(8));

function dayUrl(site: Site, { place }: CalendarView, day: Day): string {
  return addressOf(site, { ...place, view: 'day', date: day });
}

/** What an event says of its times on a day: its hour, or the days it spans. */
function timeOn(site: Site, event: EventRecord): Markup {
  const [first, last] = [event.startLocal.slice(0, 10), lastDayOf(event)];
  if (first !== last)
    return markup`<span class="evt-time"><time datetime="${first}">${dayName(first)}</time> to <time datetime="${last}">${dayName(last)}</time></span>`;
  if (event.allDay) return markup`<span class="evt-time">All day</span>`;
  return markup`<span class="evt-time"><time datetime="${event.startLocal}">${formatWall(event.startLocal, site.settings.get(timeFormat))}</time></span>`;
}

function cellEvent(site: Site, event: EventRecord, day: Day): Markup {
  const [first, last] = [event.startLocal.slice(0, 10), lastDayOf(event)];
  const classes = [
    'evt-cell-event',
    ...(first === last ? [] : ['evt-multiday']),
    ...(first < day ? ['evt-continued'] : []),
    ...(last > day ? ['evt-continues'] : []),
  ];
  return markup`<article class="${classes.join(' ')}">${badges(event)}${timeOn(site, event)} <h3 class="evt-title"><a href="${pageOf(site, event)}">${titleText(event)}</a></h3></article>`;
}

function moreLink(site: Site, view: CalendarView, { day, events, total }: MonthDay): Markup | null {
  const rest = total - events.length;
  return rest > 0
    ? markup`<a class="evt-more" href="${dayUrl(site, view, day)}">+ ${rest} more<span class="evt-hidden"> events on ${dayName(day)}</span></a>`
    : null;
}

function cell(site: Site, view: CalendarView, one: MonthDay): Markup {
  const { day, total, events } = one;
  const number = markup`<time datetime="${day}">${numberOf(day)}</time>`;
  const shown =
    total > 0 ? markup`<a href="${dayUrl(site, view, day)}" aria-label="${dayName(day)}, ${eventCount(total)}">${number}</a>` : number;
  const state = stateOf(day, view.today);
  return markup`<td class="evt-cell evt-cell--${state}${!one.isInMonth && ' evt-cell--outside'}" aria-labelledby="evt-cell-${day}">
<div class="evt-cell-head" id="evt-cell-${day}">${shown}<span class="evt-hidden">, ${eventCount(total)}, ${state}</span></div>
${events.map((event) => cellEvent(site, event, day))}${moreLink(site, view, one)}</td>`;
}

function grid(site: Site, view: CalendarView, weeks: MonthBody['weeks']): Markup {
  const heads = (weeks[0] ?? []).map(
    ({ day }) =>
      markup`<th scope="col" abbr="${weekdayName(day)}"><span class="evt-hidden">${weekdayName(day)}</span><span aria-hidden="true">${shortWeekdayName(day)}</span></th>`,
  );
  return markup`<div class="evt-month-grid">
<h2 class="evt-hidden" id="evt-grid-heading">Calendar of events, ${view.period.label}</h2>
<table aria-labelledby="evt-grid-heading">
<thead><tr>${heads}</tr></thead>
<tbody>
${weeks.map((week) => markup`<tr>${week.map((day) => cell(site, view, day))}</tr>\n`)}</tbody>
</table>
</div>`;
}

function dayButton(view: CalendarView, { day, total, isInMonth }: MonthDay, selected: Day | null): Markup {
  if (!isInMonth) return markup`<span class="evt-day-button evt-day-button--outside" aria-hidden="true">${numberOf(day)}</span>`;
  return markup`<button class="evt-day-button" name="tribe-bar-date" value="${day}" aria-expanded="${day === selected ? 'true' : 'false'}" aria-controls="evt-day-${day}"${day === view.today && safe(' aria-current="date"')}><time datetime="${day}" aria-hidden="true">${numberOf(day)}</time><span class="evt-hidden">${longDayName(day)}, ${eventCount(total)}</span>${total > 0 && markup`<span class="evt-dot" aria-hidden="true"></span>`}</button>`;
}

function daySection(site: Site, view: CalendarView, one: MonthDay, selected: Day | null): Markup {
  const { day, events, total } = one;
  const body =
    total === 0
      ? markup`<p role="status" data-key="no-events-in-day">There are no events on this day.</p>`
      : markup`<ul class="evt-list" aria-labelledby="evt-day-heading-${day}">${events.map((event) => markup`<li>${eventCard(site, event)}</li>\n`)}</ul>${moreLink(site, view, one)}`;
  return markup`<section class="evt-day" id="evt-day-${day}" aria-labelledby="evt-day-heading-${day}"${day !== selected && safe(' hidden')}>
<h2 class="evt-separator" id="evt-day-heading-${day}"><time datetime="${day}">${longDayName(day)}</time></h2>
${body}
</section>`;
}

/** The days as buttons, and the events of the chosen one: a button asks for the month anew, so that it works without script. */
function days(site: Site, view: CalendarView, { weeks, selected }: MonthBody): Markup {
  const all = weeks.flat();
  const heads = all.slice(0, 7).map(({ day }) => markup`<span aria-hidden="true">${shortWeekdayName(day).slice(0, 1)}</span>`);
  const keyword = view.place.keyword !== '' && markup`<input type="hidden" name="tribe-bar-search" value="${view.place.keyword}">`;
  return markup`<div class="evt-month-days">
<form class="evt-day-buttons" method="get" action="${addressOf(site, { ...view.place, view: 'month', date: null, keyword: '' })}" aria-label="Days of ${view.period.label}">
${keyword}${heads}
${all.map((day) => dayButton(view, day, selected))}
</form>
${all.filter(({ isInMonth }) => isInMonth).map((day) => daySection(site, view, day, selected))}
</div>`;
}

/** The month as a grid for wide places, and day by day for narrow ones; style sheets show one of them. */
export function monthHtml(site: Site, view: CalendarView, body: MonthBody): Markup {
  return markup`${grid(site, view, body.weeks)}
${days(site, view, body)}`;
}
