import type { Site } from '#app/site.ts';
import { addressOf, frontPlace, type Place } from '../place.ts';
import type { CalendarView, Message, Way } from '../view.ts';
import { plainOf } from '../plain.ts';
import { type Html, html, trusted } from '#app/core/html.ts';

const hiddenInput = (name: string, value: string) => value !== '' && html`<input type="hidden" name="${name}" value="${value}">`;

/** The way back from a category or tag. */
export function breadcrumbs(site: Site, { category, tag }: CalendarView): Html | null {
  const names = [category, tag].flatMap((term) => (term ? [plainOf(term.name)] : []));
  if (names.length === 0) return null;
  return html`<nav aria-label="Breadcrumbs"><ol class="evt-breadcrumbs">
<li><a href="${addressOf(site, frontPlace)}">Events</a></li>
${names.map((name, i) => html`<li${i === names.length - 1 && trusted(' aria-current="page"')}>${name}</li>`)}
</ol></nav>`;
}

/** What the reader is told, before everything else. */
export function messagesHtml(messages: readonly Message[]): Html | null {
  if (messages.length === 0) return null;
  return html`<div class="evt-messages" role="status" aria-live="polite">${messages.map(({ key, text, way }) => html`<p class="evt-message" data-key="${key}">${text}${way && html` <a href="${way.url}">${way.label}</a>`}</p>`)}</div>`;
}

/** Search field and choice of the view. */
export function bar(site: Site, view: CalendarView): Html {
  const { place, slug, selector } = view;
  const plain: Place = { ...place, view: slug, keyword: '', isPast: false, page: 1, date: slug === 'list' ? null : place.date };
  return html`<div class="evt-bar">
<form class="evt-search" method="get" role="search" action="${addressOf(site, plain)}">
<label for="evt-keyword">Search for events</label>
<input type="search" id="evt-keyword" name="tribe-bar-search" value="${place.keyword}" autocomplete="off">
<input type="hidden" name="url" value="${view.url}">
${slug === 'list' && hiddenInput('tribe-bar-date', place.date ?? '')}
<button>Find events</button>
</form>
<nav class="evt-views" aria-label="Views of the calendar"><ul>
${selector.map((one) => html`<li><a href="${one.url}"${one.slug === slug && trusted(' aria-current="true"')}><span class="evt-hidden">Show events in </span>${one.label}<span class="evt-hidden"> view</span></a></li>\n`)}</ul></nav>
</div>`;
}

function step(way: Way | null, rel: 'prev' | 'next', fallback: string): Html {
  const arrow = rel === 'prev' ? html`<span aria-hidden="true">‹</span> ` : null;
  const after = rel === 'next' ? html` <span aria-hidden="true">›</span>` : null;
  return way
    ? html`<a class="evt-step" href="${way.url}" rel="${rel}">${arrow}${way.label}${after}</a>`
    : html`<button class="evt-step" type="button" disabled>${arrow}${fallback}${after}</button>`;
}

const fallbacks: Readonly<Record<string, readonly [string, string]>> = {
  month: ['Previous month', 'Next month'],
  day: ['Previous day', 'Next day'],
  week: ['Previous week', 'Next week'],
};

function steps({ slug, previous, next }: CalendarView): [Html, Html] {
  const [before, after] = fallbacks[slug] ?? ['Previous events', 'Next events'];
  return [step(previous, 'prev', before), step(next, 'next', after)];
}

/** Period, neighbours, today, and a date to go to. */
export function topNavigation(site: Site, view: CalendarView): Html {
  const { period, place, slug } = view;
  const [previous, next] = steps(view);
  const target = addressOf(site, { ...place, view: slug, date: null, page: 1, keyword: '', isPast: false });
  return html`<nav class="evt-navigation" aria-label="Dates, top">
<h2 class="evt-period">${period.datetime === '' ? period.label : html`<time datetime="${period.datetime}">${period.label}</time>`}</h2>
<div class="evt-steps">${previous}<a class="evt-step" href="${view.todayUrl}">Today</a>${next}</div>
<form class="evt-date" method="get" action="${target}">
<label for="evt-date">Go to date</label>
<input type="date" id="evt-date" name="tribe-bar-date" value="${place.date ?? view.today}">
${hiddenInput('eventDisplay', slug)}${hiddenInput('tribe-bar-search', place.keyword)}
<button>Go</button>
</form>
</nav>`;
}

/** The neighbours again, and the feed. */
export function bottomNavigation(view: CalendarView): Html {
  const [previous, next] = steps(view);
  return html`<nav class="evt-navigation evt-navigation--bottom" aria-label="Dates, bottom"><div class="evt-steps">${previous}${next}</div></nav>
<p class="evt-subscribe"><a href="${view.feedUrl.replace(/^https?:/, 'webcal:')}">Subscribe to calendar</a> <a href="${view.feedUrl}" type="text/calendar">Download .ics file</a></p>`;
}
