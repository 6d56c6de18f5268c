import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { loadCalendarView, loadFilters } from '../calendar/calendar.service.ts';
import { renderView } from '../calendar/html/view.html.ts';
import { addDays } from '../calendar/days.ts';
import { toPlainText } from '../calendar/plain-text.ts';
import { parseCalendarUrl } from '../calendar/calendar-query.ts';
import type { CalendarView } from '../calendar/view.ts';
import { buildCalendarFeed } from '../icalendar/feed.service.ts';
import type { Site } from '#app/site.ts';
import { pageNotFound } from '#app/domains/content/pages/list.page.ts';
import { sendPublicPage } from '#app/domains/content/pages/send-public.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { getPageViewer } from '#app/web/pages/forms.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { renderHead } from './parts.ts';
import { sendFeed, isFeedRequest } from './send-feed.ts';

/** True if search engines should index the page: it has events, is not past and has no keyword. */
function isIndexable({ isEmpty, slug, query, period, today }: CalendarView): boolean {
  const last = slug === 'week' ? addDays(period.datetime, 6) : period.datetime;
  const isPast = slug === 'list' ? query.isPast : slug === 'latest-past' || last < today.slice(0, last.length);
  return !isEmpty && !isPast && query.keyword === '';
}

function renderCalendarHead(site: Site, view: CalendarView, title: string): Html {
  const { previous, next } = view;
  return html`${renderHead(site, { url: view.url, title, feedUrl: view.feedUrl, isIndexed: isIndexable(view) })}
${previous && html`<link rel="prev" href="${previous.url}">`}
${next && html`<link rel="next" href="${next.url}">`}`;
}

/** Sends the calendar view of the URL (docs/behaviour/events.md 4.6), or its feed with `ical=1`. Throws 404 for an unknown category or tag. */
export async function sendCalendar(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const url = site.config.siteUrl + request.url;
  const requested = parseCalendarUrl(site, url);
  if (isFeedRequest(request)) {
    const feed = await buildCalendarFeed(site, requested, url);
    if (!feed) throw pageNotFound();
    return sendFeed(request, reply, feed);
  }
  const translate = getTextsForRequest(site, request);
  const viewer: Viewer | null = await getPageViewer(site, request);
  const effectiveViewer = viewer ?? anonymous;
  const query = requested.view === 'reflector' ? { ...requested, view: null } : requested;
  const filters = await loadFilters(site, effectiveViewer, query);
  if (filters.hasUnknownTerm) throw pageNotFound();
  const view = await loadCalendarView(site, translate, effectiveViewer, query, filters);
  if (!isIndexable(view)) reply.header('X-Robots-Tag', 'noindex');
  const body = trustHtml(renderView(site, view, { viewer: effectiveViewer, isInitialLoad: true, managesUrl: true }));
  // within an English title, "upcoming events" is not capitalized
  const period = view.period.label.replace(/^[A-Z](?=[a-z]+ events)/, (letter) => letter.toLowerCase());
  const title = translate('calendar.pageTitle', { title: toPlainText(view.title), period });
  return sendPublicPage(
    request,
    reply,
    site,
    { title, body, viewer, head: renderCalendarHead(site, view, title) },
    { view: { kind: 'calendar', id: 0 } },
  );
}
