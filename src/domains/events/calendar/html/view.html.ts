import { createHash } from 'node:crypto';
import { createNonce, createPublicNonce } from '#app/domains/identity/auth/nonces.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isHidden } from '#app/domains/content/rendering.ts';
import { buildEventJsonLd } from '../../json-ld.ts';
import { startOfWeek } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { getStylesheetUrl } from '../stylesheet.ts';
import type { CalendarView, ViewBody } from '../view.ts';
import { toPlainText } from '../plain-text.ts';
import { renderBar, renderBottomNavigation, renderBreadcrumbs, renderMessages, renderTopNavigation } from './bar.html.ts';
import { renderDay } from './day.html.ts';
import { renderLatestPast, renderList } from './list.html.ts';
import { createDataBlock, type Html, html, trustHtml } from '#app/core/text/html.ts';
import { renderMonth } from './month.html.ts';
import { renderWeek } from './week.html.ts';

/** Action of the nonces that allow clients to request views (docs/behaviour/events.md 0.7). */
export const VIEW_ACTION = 'view_rest';

/** Options for rendering a view. */
export interface ViewRenderOptions {
  viewer: Viewer;
  /** True if the view is part of a page, which already links the style sheet. */
  isInitialLoad: boolean;
  /** True if the client may rewrite its address bar. */
  managesUrl: boolean;
  /** Heading level of the view's title. */
  headingLevel?: 1 | 2;
}

const breakpoints = { xsmall: 500, medium: 768, full: 960 };

const createNonces = (site: Site, viewer: Viewer) => ({
  tvn1: viewer.signedIn ? createNonce(site, viewer, VIEW_ACTION) : createPublicNonce(site, VIEW_ACTION),
  tvn2: viewer.signedIn ? createPublicNonce(site, VIEW_ACTION) : '',
});

/** Derives a stable ID from the URL, so that an unchanged view has unchanged bytes. */
function createPointer(url: string): string {
  const hex = createHash('sha256').update(url).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the IDs of the events: by day for months and weeks, as a list for other views. */
function listEventIds({ body, events }: CalendarView): unknown {
  if (body.kind !== 'month' && body.kind !== 'week') return events.map(({ id }) => id);
  const days = body.kind === 'month' ? body.weeks.flat() : body.days;
  return Object.fromEntries(days.map((day) => [day.day, day.events.map(({ id }) => id)]));
}

const formatSqlTime = (wall: string) => wall.replace('T', ' ');

/**
 * Returns the data of the view for scripts and for the reflector (docs/behaviour/events.md 4.5). The current time has minute precision, so that
 * responses can be cached.
 */
function buildViewData(site: Site, view: CalendarView, { isInitialLoad, managesUrl }: ViewRenderOptions): Record<string, unknown> {
  return {
    slug: view.slug,
    view_label: view.label,
    title: toPlainText(view.title),
    url: view.url,
    prev_url: view.previous?.url ?? '',
    next_url: view.next?.url ?? '',
    today_url: view.todayUrl,
    events: listEventIds(view),
    url_event_date: view.query.date ?? false,
    bar: { keyword: view.query.keyword, date: view.query.date ?? '' },
    today: view.today,
    now: `${formatSqlTime(view.now).slice(0, 16)}:00`,
    messages: { notice: Object.fromEntries(view.messages.map(({ key, text }) => [key, text])) },
    public_views: Object.fromEntries(
      view.selector.map(({ slug, label, url }) => [
        slug,
        { view_label: label, view_url: url, aria_label: view.translate('calendar.show', { view: label }) },
      ]),
    ),
    start_of_week: site.settings.get(startOfWeek),
    rest_url: `${site.config.siteUrl}${site.config.restRoot}/vendor/views/v2/html`,
    rest_method: 'GET',
    should_manage_url: managesUrl,
    breakpoints,
    is_initial_load: isInitialLoad,
  };
}

function renderBody(site: Site, view: CalendarView, body: ViewBody): Html | null {
  const context = { site, translate: view.translate, tickets: view.tickets };
  switch (body.kind) {
    case 'list':
      return renderList(context, body);
    case 'month':
      return renderMonth(site, view, body);
    case 'day':
      return renderDay(context, body);
    case 'week':
      return renderWeek(site, view, body);
    case 'reflector':
      return null;
  }
}

/** Renders the view as one element that works without scripts and contains the data that scripts need (docs/behaviour/events.md 4.5). */
export function renderView(site: Site, view: CalendarView, options: ViewRenderOptions): string {
  const data = buildViewData(site, view, options);
  if (view.body.kind === 'reflector') return JSON.stringify(data);
  const level = options.headingLevel ?? 1;
  const jsonLd = view.events.filter((event) => !isHidden(event)).map((event) => buildEventJsonLd(site, event));
  return html`<div class="evt-view evt-view--${view.slug}" data-js="evt-view" data-view-rest-url="${String(data['rest_url'])}" data-view-rest-method="GET" data-view-manage-url="${options.managesUrl ? 'true' : 'false'}" data-view-breakpoint-pointer="${createPointer(view.url)}">
${!options.isInitialLoad && html`<link rel="stylesheet" href="${getStylesheetUrl(site)}">`}
${createDataBlock('data-js="evt-view-nonce-data" type="application/json"', createNonces(site, options.viewer))}
${createDataBlock('data-js="evt-view-data" type="application/json"', data)}
${jsonLd.length > 0 && createDataBlock('type="application/ld+json"', jsonLd)}
<header class="evt-header">
${renderBreadcrumbs(site, view)}
${trustHtml(`<h${level}>`)}${toPlainText(view.title)}${trustHtml(`</h${level}>`)}
${renderMessages(view.messages)}
${renderBar(site, view)}
${renderTopNavigation(site, view)}
</header>
<div class="evt-body">
${renderBody(site, view, view.body)}${renderLatestPast({ site, translate: view.translate, tickets: view.tickets }, view.latestPast ?? [])}
</div>
${renderBottomNavigation(view)}
</div>`.toString();
}
