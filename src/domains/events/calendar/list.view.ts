import { siteZone } from '#app/domains/content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { toUtc } from '#app/core/time/zone.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import { addressOf, type Place } from './place.ts';
import type { Message, ViewPart, ViewContext, ViewLink } from './view.ts';
import { eventsInOrder, findEventIds, hasEvents, hasUpcomingEvents } from './visible-events.ts';
import { dayName } from './words.ts';

/** Returns the moment that separates upcoming events from past ones. */
function momentOf({ site, place }: ViewContext): Date {
  return place.date === null ? now({ expiresWith: ['events'] }) : toUtc(`${place.date}T00:00:00`, siteZone(site));
}

/** Returns the messages of an empty list. */
export async function emptyMessages({ site, say, choice, place }: ViewContext, isEmpty: boolean): Promise<Message[]> {
  if (!isEmpty) return [];
  if (place.keyword !== '') return [{ key: 'no_results_found_w_keyword', text: say('calendar.noResultsFor', { keyword: place.keyword }) }];
  if (await hasUpcomingEvents(site, choice)) return [{ key: 'no_results_found', text: say('calendar.noResults') }];
  return [{ key: 'no_upcoming_events', text: say('calendar.noUpcoming') }];
}

function pageLinksOf(
  { site, say, place, today }: ViewContext,
  hasMore: boolean,
  hasPast: boolean,
): { previous: ViewLink | null; next: ViewLink | null } {
  const list: Place = { ...place, view: 'list' };
  const linkTo = (changes: Partial<Place>, label: string): ViewLink => ({ url: addressOf(site, { ...list, ...changes }), label });
  const [older, newer] = [say('calendar.previous.list'), say('calendar.next.list')];
  if (place.isPast) {
    const back =
      place.page > 1
        ? linkTo({ page: place.page - 1 }, newer)
        : linkTo({ isPast: false, page: 1, date: place.date === today ? null : place.date }, newer);
    return { previous: hasMore ? linkTo({ page: place.page + 1 }, older) : null, next: back };
  }
  const back = place.page > 1 ? linkTo({ page: place.page - 1 }, older) : hasPast ? linkTo({ isPast: true, page: 1 }, older) : null;
  return { previous: back, next: hasMore ? linkTo({ page: place.page + 1 }, newer) : null };
}

function periodOf({ say, place, today }: ViewContext): ViewPart['period'] {
  if (place.isPast)
    return {
      label: place.date === null ? say('calendar.past') : say('calendar.pastBefore', { day: dayName(say, place.date) }),
      datetime: place.date ?? today,
    };
  return place.date === null
    ? { label: say('calendar.upcoming'), datetime: today }
    : { label: say('calendar.from', { day: dayName(say, place.date) }), datetime: place.date };
}

/** Returns a page of upcoming or past events. Reads one more event than the page shows, to find out if there is a next page. */
export async function listView(context: ViewContext): Promise<ViewPart> {
  const { site, choice, place } = context;
  const perPage = site.settings.get(postsPerPage);
  const moment = momentOf(context);
  const span = place.isPast ? { endedAt: moment } : { endsAfter: moment };
  const ids = await findEventIds(site, choice, span, { latestFirst: place.isPast, limit: perPage + 1, offset: (place.page - 1) * perPage });
  const found = await eventsInOrder(site, ids.slice(0, perPage));
  const events = place.isPast ? found.toReversed() : found;
  const hasPast = !place.isPast && place.page === 1 && (await hasEvents(site, choice, { endedAt: moment }));
  const isEmpty = events.length === 0;
  return {
    body: { kind: 'list', events },
    events,
    ...pageLinksOf(context, ids.length > perPage, hasPast),
    period: periodOf(context),
    messages: await emptyMessages(context, isEmpty),
    isEmpty,
  };
}
