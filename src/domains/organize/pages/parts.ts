import { type Html, html, trusted } from '#app/core/html.ts';
import { textsFor } from '#app/core/language/say.ts';
import { dateFormat, timeFormat } from '#app/core/settings/site.settings.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { siteZone } from '#app/domains/content/site-time.ts';
import { formatWall } from '#app/domains/events/date-format.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { pageOf } from '#app/domains/events/views.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { priceText } from '#app/domains/tickets/price-text.ts';
import type { Site } from '#app/site.ts';
import { nonceField } from '#app/web/pages/forms.ts';
import type { EventSales, Revenue } from '../sales.reader.ts';
import { eventPath, ORGANIZE_ACTION } from './entry.ts';

const english = textsFor('en');
const numbers = new Intl.NumberFormat('en');

/** A count for reading. */
export const count = (value: number): string => numbers.format(value);

/** The title of an event for reading. */
export const titleOf = (event: Pick<EventRecord, 'title'>): string => plainOf(event.title) || 'Untitled event';

/** An amount in hundredths for reading. */
export const money = (site: Site, minor: bigint | number, currency: string): string =>
  priceText(site, english, minor, currency || undefined);

/** Money of several currencies. */
export const revenueText = (site: Site, revenue: readonly Revenue[]): string =>
  revenue.map(({ minorUnits, currency }) => money(site, minorUnits, currency)).join(', ') || '–';

/** When an event begins, on its own clocks. */
export function startText(site: Site, { startLocal, allDay }: Pick<EventRecord, 'startLocal' | 'allDay'>): string {
  const time = allDay ? '' : `, ${site.settings.get(timeFormat)}`;
  return formatWall(startLocal, `D, ${site.settings.get(dateFormat)}${time}`);
}

/** A moment on the site's clocks. */
export const momentText = (site: Site, at: Date): string =>
  formatWall(toWallTime(at, siteZone(site)), `${site.settings.get(dateFormat)}, ${site.settings.get(timeFormat)}`);

const statusWords: Readonly<Record<string, string>> = {
  publish: 'Published',
  future: 'Scheduled',
  private: 'Private',
  draft: 'Draft',
  pending: 'Waits for review',
};

/** The status of an event in words. */
export const statusText = (status: string): string => statusWords[status] ?? status;

/** Figures of an event as a list. */
export function factsOf(site: Site, { sold, held, waiting, in: came, capacity, revenue, tickets }: EventSales, style: string): Html {
  const places = tickets === 0 ? 'no tickets' : capacity === null ? 'no limit' : count(capacity);
  const facts: [string, string][] = [
    ['Sold', count(sold)],
    ['Held', count(held)],
    ['Waiting', count(waiting)],
    ['In', count(came)],
    ['Capacity', places],
    ['Revenue', revenueText(site, revenue)],
  ];
  return html`<dl class="${style}">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The pages of one event, with the way to its door and its public page. */
export function eventTabs(site: Site, event: EventRecord, here: '' | '/orders' | '/attendees' | '/edit'): Html {
  const tabs = [
    ['', 'Sales'],
    ['/orders', 'Orders'],
    ['/attendees', 'Attendees'],
    ['/edit', 'Edit'],
  ] as const;
  const items = tabs.map(
    ([page, label]) =>
      html`<li><a href="${eventPath(site, event.id, page)}"${page === here && trusted(' aria-current="page"')}>${label}</a></li>`,
  );
  return html`<nav class="org-tabs" aria-label="This event"><ul>${items}<li><a href="${pageOf(site, event)}">${event.status === 'publish' ? 'Public page' : 'Preview'}</a></li></ul></nav>`;
}

/** A form of one button. */
export function actForm(
  site: Site,
  viewer: Viewer,
  act: { path: string; name: string; id: number; label: string; of: string; style?: string; back?: string },
): Html {
  const { path, name, id, label, of, style = 'plain small', back = '' } = act;
  return html`<form method="post" action="${path}">${nonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="id" value="${id}"><input type="hidden" name="back" value="${back}"><button class="${style}" name="act" value="${name}" aria-label="${label}: ${of}">${label}</button></form>`;
}

/** A button that asks once more before it does what cannot be undone. */
export function carefulForm(site: Site, viewer: Viewer, act: Parameters<typeof actForm>[2] & { sure: string }): Html {
  const { label, of, sure } = act;
  return html`<details class="org-careful"><summary aria-label="${label}: ${of}">${label}</summary>${actForm(site, viewer, { ...act, label: sure, style: 'danger small' })}</details>`;
}

/** The way through the pages of a list; nothing for a single one. */
export function pagesPart(address: (page: number) => string, page: number, totalPages: number): Html | null {
  if (totalPages <= 1) return null;
  return html`<nav class="org-pages" aria-label="Pages"><span>${page > 1 && html`<a href="${address(page - 1)}" rel="prev">Back</a>`}</span><span>Page ${page} of ${totalPages}</span><span>${page < totalPages && html`<a href="${address(page + 1)}" rel="next">Next</a>`}</span></nav>`;
}

/** A search of a list, which keeps what else was chosen. */
export function searchForm(path: string, label: string, query: string, kept: Readonly<Record<string, string>> = {}): Html {
  return html`<form method="get" action="${path}" class="search" role="search">${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="field"><label for="q">${label}</label><input type="search" id="q" name="q" value="${query}" autocomplete="off"></div><button class="plain">Search</button></form>`;
}
