import type { Site } from '#app/site.ts';
import type { Day } from '../days.ts';
import { buildCalendarUrl } from '../calendar-query.ts';
import type { CalendarView, MonthDay, ViewBody } from '../view.ts';
import { formatDate, formatLongDay, formatShortWeekday, formatWeekday } from '../format-days.ts';
import { renderEventCards } from './event-card.ts';
import { renderCellEvent, buildDayUrl, renderMoreLink, getDayNumber, getDayState } from './grid-day.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';

type MonthBody = Extract<ViewBody, { kind: 'month' }>;

function renderCell(site: Site, view: CalendarView, monthDay: MonthDay): Html {
  const { translate } = view;
  const { day, total, events } = monthDay;
  const number = html`<time datetime="${day}">${getDayNumber(day)}</time>`;
  const dayLink =
    total > 0
      ? html`<a href="${buildDayUrl(site, view, day)}" aria-label="${formatDate(translate, day)}, ${translate('calendar.count', { count: total })}">${number}</a>`
      : number;
  const state = getDayState(day, view.today);
  return html`<td class="evt-cell evt-cell--${state}${!monthDay.isInMonth && ' evt-cell--outside'}" aria-labelledby="evt-cell-${day}">
<div class="evt-cell-head" id="evt-cell-${day}">${dayLink}<span class="evt-hidden">, ${translate('calendar.count', { count: total })}, ${translate(`calendar.state.${state}`)}</span></div>
${events.map((event) => renderCellEvent(site, translate, event, day))}${renderMoreLink(site, view, monthDay)}</td>`;
}

function renderGrid(site: Site, view: CalendarView, weeks: MonthBody['weeks']): Html {
  const { translate } = view;
  const heads = (weeks[0] ?? []).map(
    ({ day }) =>
      html`<th scope="col" abbr="${formatWeekday(translate, day)}"><span class="evt-hidden">${formatWeekday(translate, day)}</span><span aria-hidden="true">${formatShortWeekday(translate, day)}</span></th>`,
  );
  return html`<div class="evt-month-grid">
<h2 class="evt-hidden" id="evt-grid-heading">${translate('calendar.grid', { period: view.period.label })}</h2>
<table aria-labelledby="evt-grid-heading">
<thead><tr>${heads}</tr></thead>
<tbody>
${weeks.map((week) => html`<tr>${week.map((day) => renderCell(site, view, day))}</tr>\n`)}</tbody>
</table>
</div>`;
}

function renderDayButton(view: CalendarView, { day, total, isInMonth }: MonthDay, selected: Day | null): Html {
  const { translate } = view;
  if (!isInMonth) return html`<span class="evt-day-button evt-day-button--outside" aria-hidden="true">${getDayNumber(day)}</span>`;
  return html`<button class="evt-day-button" name="tribe-bar-date" value="${day}" aria-expanded="${day === selected ? 'true' : 'false'}" aria-controls="evt-day-${day}"${day === view.today && trustHtml(' aria-current="date"')}><time datetime="${day}" aria-hidden="true">${getDayNumber(day)}</time><span class="evt-hidden">${formatLongDay(translate, day)}, ${translate('calendar.count', { count: total })}</span>${total > 0 && html`<span class="evt-dot" aria-hidden="true"></span>`}</button>`;
}

function renderDaySection(site: Site, view: CalendarView, monthDay: MonthDay, selected: Day | null): Html {
  const { translate } = view;
  const { day, events, total } = monthDay;
  const body =
    total === 0
      ? html`<p role="status" data-key="no-events-in-day">${translate('calendar.dayEmpty')}</p>`
      : html`<ul class="evt-list" aria-labelledby="evt-day-heading-${day}">${renderEventCards({ site, translate, tickets: view.tickets }, events)}</ul>${renderMoreLink(site, view, monthDay)}`;
  return html`<section class="evt-day" id="evt-day-${day}" aria-labelledby="evt-day-heading-${day}"${day !== selected && trustHtml(' hidden')}>
<h2 class="evt-separator" id="evt-day-heading-${day}"><time datetime="${day}">${formatLongDay(translate, day)}</time></h2>
${body}
</section>`;
}

/** Renders the days as buttons, and the events of the selected day. Each button requests the month again, so that it works without scripts. */
function renderDays(site: Site, view: CalendarView, { weeks, selected }: MonthBody): Html {
  const { translate } = view;
  const all = weeks.flat();
  const heads = all.slice(0, 7).map(({ day }) => html`<span aria-hidden="true">${formatShortWeekday(translate, day).slice(0, 1)}</span>`);
  const keyword = view.query.keyword !== '' && html`<input type="hidden" name="tribe-bar-search" value="${view.query.keyword}">`;
  return html`<div class="evt-month-days">
<form class="evt-day-buttons" method="get" action="${buildCalendarUrl(site, { ...view.query, view: 'month', date: null, keyword: '' })}" aria-label="${translate('calendar.days', { period: view.period.label })}">
${keyword}${heads}
${all.map((day) => renderDayButton(view, day, selected))}
</form>
${all.filter(({ isInMonth }) => isInMonth).map((day) => renderDaySection(site, view, day, selected))}
</div>`;
}

/** Renders the month as a grid for wide screens and day by day for narrow ones. The style sheet shows one of them. */
export function renderMonth(site: Site, view: CalendarView, body: MonthBody): Html {
  return html`${renderGrid(site, view, body.weeks)}
${renderDays(site, view, body)}`;
}
