import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import type { CalendarView, GridDay, ViewBody } from '../view.ts';
import { formatDate, formatLongDay, formatShortDay, formatShortWeekday } from '../format-days.ts';
import { renderCellEvent, buildDayUrl, renderMoreLink, getDayState } from './grid-day.ts';

function renderHeading(site: Site, view: CalendarView, { day, total }: GridDay): Html {
  const { translate } = view;
  // splits `January 5` or `5. Januar`, because wide columns show only the number
  const [before = '', number = '', after = ''] = formatShortDay(translate, day).split(/(\d+)/);
  const renderMonth = (text: string) => text !== '' && html`<span class="evt-month">${text}</span>`;
  const short = html`<span aria-hidden="true"><span class="evt-weekday">${formatShortWeekday(translate, day)}</span> ${renderMonth(before)}<span class="evt-number">${number}</span>${renderMonth(after)}</span>`;
  const name = html`<time datetime="${day}">${short}<span class="evt-hidden">${formatLongDay(translate, day)}</span></time>`;
  return html`<h2 class="evt-week-head" id="evt-week-${day}">${total > 0 ? html`<a href="${buildDayUrl(site, view, day)}">${name}</a>` : name}<span class="evt-hidden">, ${translate('calendar.count', { count: total })}, ${translate(`calendar.state.${getDayState(day, view.today)}`)}</span></h2>`;
}

function renderColumn(site: Site, view: CalendarView, gridDay: GridDay): Html {
  const { translate } = view;
  const { day, events, total } = gridDay;
  const body =
    total === 0
      ? html`<p class="evt-week-none" data-key="no-events-in-day"><span class="evt-hidden">${formatDate(translate, day)}: </span>${translate('calendar.none')}</p>`
      : html`<ul aria-labelledby="evt-week-${day}">${events.map((event) => html`<li>${renderCellEvent(site, translate, event, day)}</li>\n`)}</ul>${renderMoreLink(site, view, gridDay)}`;
  return html`<section class="evt-week-day evt-week-day--${getDayState(day, view.today)}" aria-labelledby="evt-week-${day}"${day === view.today && trustHtml(' aria-current="date"')}>
${renderHeading(site, view, gridDay)}
${body}
</section>
`;
}

/** Renders seven days side by side, or one below the other on narrow screens. */
export function renderWeek(site: Site, view: CalendarView, { days }: Extract<ViewBody, { kind: 'week' }>): Html {
  return html`<div class="evt-week">
${days.map((day) => renderColumn(site, view, day))}</div>`;
}
