import { getSiteZone } from '#app/domains/content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { toUtc } from '#app/core/time/zone.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import { buildCalendarUrl, type CalendarQuery } from './calendar-query.ts';
import type { Message, ViewPart, ViewContext, ViewLink } from './view.ts';
import { loadEventsInOrder, findEventIds, hasEvents, hasUpcomingEvents } from './visible-events.ts';
import { formatDate } from './format-days.ts';

/** Returns the moment that separates upcoming events from past ones. With `expiresWith`, a cached response expires when an event starts or ends. */
function getBoundary({ site, query }: ViewContext): Date {
  return query.date === null ? now({ expiresWith: ['events'] }) : toUtc(`${query.date}T00:00:00`, getSiteZone(site));
}

/** Returns the messages of an empty list. */
export async function listEmptyMessages({ site, translate, filter, query }: ViewContext, isEmpty: boolean): Promise<Message[]> {
  if (!isEmpty) return [];
  if (query.keyword !== '')
    return [{ key: 'no_results_found_w_keyword', text: translate('calendar.noResultsFor', { keyword: query.keyword }) }];
  if (await hasUpcomingEvents(site, filter)) return [{ key: 'no_results_found', text: translate('calendar.noResults') }];
  return [{ key: 'no_upcoming_events', text: translate('calendar.noUpcoming') }];
}

function buildPageLinks(
  { site, translate, query, today }: ViewContext,
  hasMore: boolean,
  hasPast: boolean,
): { previous: ViewLink | null; next: ViewLink | null } {
  const list: CalendarQuery = { ...query, view: 'list' };
  const linkTo = (changes: Partial<CalendarQuery>, label: string): ViewLink => ({
    url: buildCalendarUrl(site, { ...list, ...changes }),
    label,
  });
  const [olderLabel, newerLabel] = [translate('calendar.previous.list'), translate('calendar.next.list')];
  if (query.isPast) {
    const back =
      query.page > 1
        ? linkTo({ page: query.page - 1 }, newerLabel)
        : linkTo({ isPast: false, page: 1, date: query.date === today ? null : query.date }, newerLabel);
    return { previous: hasMore ? linkTo({ page: query.page + 1 }, olderLabel) : null, next: back };
  }
  const back =
    query.page > 1 ? linkTo({ page: query.page - 1 }, olderLabel) : hasPast ? linkTo({ isPast: true, page: 1 }, olderLabel) : null;
  return { previous: back, next: hasMore ? linkTo({ page: query.page + 1 }, newerLabel) : null };
}

function describePeriod({ translate, query, today }: ViewContext): ViewPart['period'] {
  if (query.isPast)
    return {
      label:
        query.date === null ? translate('calendar.past') : translate('calendar.pastBefore', { day: formatDate(translate, query.date) }),
      datetime: query.date ?? today,
    };
  return query.date === null
    ? { label: translate('calendar.upcoming'), datetime: today }
    : { label: translate('calendar.from', { day: formatDate(translate, query.date) }), datetime: query.date };
}

/** Returns the list view: a page of upcoming or past events. Reads one more event than the page shows, to find out if there is a next page. */
export async function buildListView(context: ViewContext): Promise<ViewPart> {
  const { site, filter, query } = context;
  const perPage = site.settings.get(postsPerPage);
  const boundary = getBoundary(context);
  const span = query.isPast ? { endsUntil: boundary } : { endsAfter: boundary };
  const ids = await findEventIds(site, filter, span, { latestFirst: query.isPast, limit: perPage + 1, offset: (query.page - 1) * perPage });
  const loaded = await loadEventsInOrder(site, ids.slice(0, perPage));
  const events = query.isPast ? loaded.toReversed() : loaded;
  const hasPast = !query.isPast && query.page === 1 && (await hasEvents(site, filter, { endsUntil: boundary }));
  const isEmpty = events.length === 0;
  return {
    body: { kind: 'list', events },
    events,
    ...buildPageLinks(context, ids.length > perPage, hasPast),
    period: describePeriod(context),
    messages: await listEmptyMessages(context, isEmpty),
    isEmpty,
  };
}
