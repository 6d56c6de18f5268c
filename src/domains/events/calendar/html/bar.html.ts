import type { Site } from '#app/site.ts';
import { buildCalendarUrl, startPageQuery, type CalendarQuery } from '../calendar-query.ts';
import type { CalendarView, Message, ViewLink } from '../view.ts';
import { toPlainText } from '../plain-text.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';

const renderHiddenInput = (name: string, value: string) => value !== '' && html`<input type="hidden" name="${name}" value="${value}">`;

/** Renders the breadcrumbs of a category or tag. */
export function renderBreadcrumbs(site: Site, { translate, category, tag }: CalendarView): Html | null {
  const names = [category, tag].flatMap((term) => (term ? [toPlainText(term.name)] : []));
  if (names.length === 0) return null;
  return html`<nav aria-label="${translate('calendar.breadcrumbs')}"><ol class="evt-breadcrumbs">
<li><a href="${buildCalendarUrl(site, startPageQuery)}">${translate('calendar.title')}</a></li>
${names.map((name, i) => html`<li${i === names.length - 1 && trustHtml(' aria-current="page"')}>${name}</li>`)}
</ol></nav>`;
}

/** Renders the messages above the view. */
export function renderMessages(messages: readonly Message[]): Html | null {
  if (messages.length === 0) return null;
  return html`<div class="evt-messages" role="status" aria-live="polite">${messages.map(({ key, text, link }) => html`<p class="evt-message" data-key="${key}">${text}${link && html` <a href="${link.url}">${link.label}</a>`}</p>`)}</div>`;
}

/** Renders the search field and the view selector. */
export function renderBar(site: Site, view: CalendarView): Html {
  const { translate, query, slug, selector } = view;
  // the link text is a sentence with the name of the view: only the name is visible, but screen readers read the whole sentence
  const [textBeforeName = '', textAfterName = ''] = translate('calendar.show', { view: '\n' }).split('\n');
  const queryWithoutKeyword: CalendarQuery = {
    ...query,
    view: slug,
    keyword: '',
    isPast: false,
    page: 1,
    date: slug === 'list' ? null : query.date,
  };
  return html`<div class="evt-bar">
<form class="evt-search" method="get" role="search" action="${buildCalendarUrl(site, queryWithoutKeyword)}">
<label for="evt-keyword">${translate('calendar.search')}</label>
<input type="search" id="evt-keyword" name="tribe-bar-search" value="${query.keyword}" autocomplete="off">
<input type="hidden" name="url" value="${view.url}">
${slug === 'list' && renderHiddenInput('tribe-bar-date', query.date ?? '')}
<button>${translate('calendar.find')}</button>
</form>
<nav class="evt-views" aria-label="${translate('calendar.views')}"><ul>
${selector.map((option) => html`<li><a href="${option.url}"${option.slug === slug && trustHtml(' aria-current="true"')}><span class="evt-hidden">${textBeforeName}</span>${option.label}${textAfterName !== '' && html`<span class="evt-hidden">${textAfterName}</span>`}</a></li>\n`)}</ul></nav>
</div>`;
}

/** Renders a link to the previous or next period. Without a link, renders a disabled button with the label. */
function renderPeriodLink(link: ViewLink | null, rel: 'prev' | 'next', label: string): Html {
  const leftArrow = rel === 'prev' ? html`<span aria-hidden="true">‹</span> ` : null;
  const rightArrow = rel === 'next' ? html` <span aria-hidden="true">›</span>` : null;
  return link
    ? html`<a class="evt-step" href="${link.url}" rel="${rel}">${leftArrow}${link.label}${rightArrow}</a>`
    : html`<button class="evt-step" type="button" disabled>${leftArrow}${label}${rightArrow}</button>`;
}

function renderPeriodLinks({ translate, slug, previous, next }: CalendarView): [Html, Html] {
  const kind = slug === 'month' || slug === 'day' || slug === 'week' ? slug : 'list';
  return [
    renderPeriodLink(previous, 'prev', translate(`calendar.previous.${kind}`)),
    renderPeriodLink(next, 'next', translate(`calendar.next.${kind}`)),
  ];
}

/** Renders the current period, links to the previous and next one and to today, and a date field. */
export function renderTopNavigation(site: Site, view: CalendarView): Html {
  const { translate, period, query, slug } = view;
  const [previous, next] = renderPeriodLinks(view);
  const target = buildCalendarUrl(site, { ...query, view: slug, date: null, page: 1, keyword: '', isPast: false });
  return html`<nav class="evt-navigation" aria-label="${translate('calendar.top')}">
<h2 class="evt-period">${period.datetime === '' ? period.label : html`<time datetime="${period.datetime}">${period.label}</time>`}</h2>
<div class="evt-steps">${previous}<a class="evt-step" href="${view.todayUrl}">${translate('calendar.now')}</a>${next}</div>
<form class="evt-date" method="get" action="${target}">
<label for="evt-date">${translate('calendar.goTo')}</label>
<input type="date" id="evt-date" name="tribe-bar-date" value="${query.date ?? view.today}">
${renderHiddenInput('eventDisplay', slug)}${renderHiddenInput('tribe-bar-search', query.keyword)}
<button>${translate('calendar.go')}</button>
</form>
</nav>`;
}

/** Renders the links to the previous and next period again, and the link to the feed. */
export function renderBottomNavigation(view: CalendarView): Html {
  const { translate } = view;
  const [previous, next] = renderPeriodLinks(view);
  return html`<nav class="evt-navigation evt-navigation--bottom" aria-label="${translate('calendar.bottom')}"><div class="evt-steps">${previous}${next}</div></nav>
<p class="evt-subscribe"><a href="${view.feedUrl.replace(/^https?:/, 'webcal:')}">${translate('calendar.subscribe')}</a> <a href="${view.feedUrl}" type="text/calendar">${translate('calendar.download')}</a></p>`;
}
