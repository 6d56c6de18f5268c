import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { formatLocalTime } from '#app/core/language/dates.ts';
import { createForLanguages, type Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { dateFormat } from '#app/core/settings/site.settings.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { formatWallByPattern } from '#app/core/language/date-format.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { formatClock, formatWallTime } from '#app/domains/events/format-event-time.ts';
import { getPageUrl } from '#app/domains/events/views.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { formatDecimal } from '#app/domains/tickets/money.rules.ts';
import { formatLocalizedPrice } from '#app/domains/tickets/price-text.ts';
import type { Site } from '#app/site.ts';
import { renderNonceField } from '#app/web/pages/forms.ts';
import type { EventSales, Revenue } from '../sales.reader.ts';
import { buildEventPath, ORGANIZE_ACTION } from './organizer-page.ts';

const numbers = createForLanguages((language) => new Intl.NumberFormat(language));

/** Formats a number. */
export const formatCount = (translate: Translate, value: number): string => numbers[translate.language].format(value);

/** Returns the title of an event as plain text. */
export const getEventTitle = (translate: Translate, event: Pick<EventRecord, 'title'>): string =>
  toPlainText(event.title) || translate('event.untitled');

/** Formats an amount in minor units. */
export const formatMoney = (site: Site, translate: Translate, minor: bigint | number, currency: string): string =>
  formatLocalizedPrice(site, translate, minor, currency || undefined);

/** Returns the decimal separator of the page's language. */
const getDecimalPoint = ({ language }: Translate): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** Formats a number or an amount as users type it in the page's language: `12,50`. */
export const formatTypedDecimal = (translate: Translate, value: string | { minor: bigint | number; currency: string }): string =>
  (typeof value === 'string' ? value : formatDecimal(value.minor, value.currency)).replace('.', getDecimalPoint(translate));

/** Formats amounts in several currencies. */
export const formatRevenue = (site: Site, translate: Translate, revenue: readonly Revenue[]): string =>
  revenue.map(({ minorUnits, currency }) => formatMoney(site, translate, minorUnits, currency)).join(', ') || '–';

/** Formats the start of an event in the time zone of the event. */
export function formatStart(site: Site, translate: Translate, { startLocal, allDay }: Pick<EventRecord, 'startLocal' | 'allDay'>): string {
  if (translate.language !== 'en') {
    const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
    return formatLocalTime(translate.language, startLocal, allDay ? day : { ...day, hour: '2-digit', minute: '2-digit' });
  }
  const day = formatWallByPattern(startLocal, `D, ${site.settings.get(dateFormat)}`);
  return allDay ? day : `${day}, ${formatClock(site, translate, startLocal)}`;
}

/** Formats a moment in the time zone of the site. */
export const formatInstant = (site: Site, translate: Translate, at: Date): string =>
  formatWallTime(site, translate, toWallTime(at, getSiteZone(site)));

const statusTexts: Readonly<Record<string, TextKey>> = {
  publish: 'organize.status.publish',
  future: 'organize.status.future',
  private: 'organize.status.private',
  draft: 'organize.status.draft',
  pending: 'organize.status.pending',
};

/** Returns the name of a status. */
export const formatStatus = (translate: Translate, status: string): string => {
  const text = statusTexts[status];
  return text === undefined ? status : translate(text);
};

/** Renders the sales of an event as a list. */
export function renderSalesList(
  site: Site,
  translate: Translate,
  { sold, held, waiting, in: checkedIn, capacity, revenue, tickets }: EventSales,
  style: string,
): Html {
  const places =
    tickets === 0 ? translate('organize.noTickets') : capacity === null ? translate('organize.noLimit') : formatCount(translate, capacity);
  const facts: [string, string][] = [
    [translate('organize.sold'), formatCount(translate, sold)],
    [translate('organize.held'), formatCount(translate, held)],
    [translate('organize.waiting'), formatCount(translate, waiting)],
    [translate('organize.in'), formatCount(translate, checkedIn)],
    [translate('organize.capacity'), places],
    [translate('organize.revenue'), formatRevenue(site, translate, revenue)],
  ];
  return html`<dl class="${style}">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Renders the links to the pages of an event for organizers, and to its public page. */
export function renderEventTabs(
  site: Site,
  translate: Translate,
  event: EventRecord,
  current: '' | '/cancel' | '/waiting' | '/orders' | '/attendees' | '/discounts' | '/questions' | '/edit',
): Html {
  const tabs = [
    ['', 'event.sales'],
    ['/orders', 'organize.orders'],
    ['/attendees', 'organize.attendees'],
    ['/discounts', 'organize.discounts'],
    ['/questions', 'organize.questions'],
    ['/edit', 'event.edit'],
  ] as const;
  const items = tabs.map(
    ([page, label]) =>
      html`<li><a href="${buildEventPath(site, event.id, page)}"${page === current && trustHtml(' aria-current="page"')}>${translate(label)}</a></li>`,
  );
  return html`<nav class="org-tabs" aria-label="${translate('organize.thisEvent')}"><ul>${items}<li><a href="${getPageUrl(site, event)}">${translate(event.status === 'publish' ? 'organize.publicPage' : 'organize.preview')}</a></li></ul></nav>`;
}

/** Renders a form with a single button. */
export function renderActionForm(
  site: Site,
  viewer: Viewer,
  action: { path: string; name: string; id: number; label: string; of: string; style?: string; fields?: Html | null },
): Html {
  const { path, name, id, label, of, style = 'plain small', fields = null } = action;
  return html`<form method="post" action="${path}">${renderNonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="id" value="${id}">${fields}<button class="${style}" name="act" value="${name}" aria-label="${label}: ${of}">${label}</button></form>`;
}

/** Renders a button with a confirmation step, for actions that cannot be undone. */
export function renderConfirmedForm(site: Site, viewer: Viewer, action: Parameters<typeof renderActionForm>[2] & { sure: string }): Html {
  const { label, of, sure } = action;
  return html`<details class="org-careful"><summary aria-label="${label}: ${of}">${label}</summary>${renderActionForm(site, viewer, { ...action, label: sure, style: 'danger small' })}</details>`;
}

/** Renders the pagination of a list. Returns null if there is only one page. */
export function renderPageLinks(translate: Translate, buildUrl: (page: number) => string, page: number, totalPages: number): Html | null {
  if (totalPages <= 1) return null;
  return html`<nav class="org-pages" aria-label="${translate('list.pages')}"><span>${page > 1 && html`<a href="${buildUrl(page - 1)}" rel="prev">${translate('organize.back')}</a>`}</span><span>${translate('list.page', { page, pages: totalPages })}</span><span>${page < totalPages && html`<a href="${buildUrl(page + 1)}" rel="next">${translate('organize.next')}</a>`}</span></nav>`;
}

/** Renders the search form of a list, which keeps other filters. */
export function renderSearchForm(
  translate: Translate,
  path: string,
  label: string,
  query: string,
  filters: Readonly<Record<string, string>> = {},
): Html {
  return html`<form method="get" action="${path}" class="search" role="search">${Object.entries(filters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="field"><label for="q">${label}</label><input type="search" id="q" name="q" value="${query}" autocomplete="off"></div><button class="plain">${translate('organize.search')}</button></form>`;
}
