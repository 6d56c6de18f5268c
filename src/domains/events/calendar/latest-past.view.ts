import { getSiteZone } from '#app/domains/content/site-time.ts';
import { toUtc } from '#app/core/time/zone.ts';
import type { EventRecord } from '../event.record.ts';
import { defaultView } from './calendar.settings.ts';
import { listEmptyMessages } from './list.view.ts';
import type { ViewSlug } from './calendar-query.ts';
import type { ViewPart, ViewContext } from './view.ts';
import { loadEventsInOrder, findEventIds, hasUpcomingEvents } from './visible-events.ts';

const LATEST_PAST_COUNT = 3;

async function findLatestPast({ site, filter, today }: ViewContext): Promise<EventRecord[]> {
  const span = { endsUntil: toUtc(`${today}T00:00:00`, getSiteZone(site)) };
  return await loadEventsInOrder(site, await findEventIds(site, filter, span, { latestFirst: true, limit: LATEST_PAST_COUNT }));
}

/** Returns the view of the last events that ended before today, latest first (docs/behaviour/events.md 4.3). */
export async function buildLatestPastView(context: ViewContext): Promise<ViewPart> {
  const events = await findLatestPast(context);
  return {
    body: { kind: 'list', events: [] },
    latestPast: events,
    events,
    previous: null,
    next: null,
    period: { label: context.translate('calendar.latestPast'), datetime: '' },
    messages: await listEmptyMessages(context, events.length === 0),
    isEmpty: events.length === 0,
  };
}

/** Adds the latest past events to the site's default view of today if there are no upcoming events (docs/behaviour/events.md 4.3). */
export async function withLatestPast(slug: ViewSlug, context: ViewContext, part: ViewPart): Promise<ViewPart> {
  const { site, filter, query, today } = context;
  const isOfToday = !query.isPast && (query.date === null || query.date === today);
  if (slug !== site.settings.get(defaultView) || !isOfToday || query.keyword !== '') return part;
  // a list of today that is not empty contains upcoming events
  if ((slug === 'list' && !part.isEmpty) || (await hasUpcomingEvents(site, filter))) return part;
  const latest = await findLatestPast(context);
  return { ...part, latestPast: latest, events: [...new Map([...part.events, ...latest].map((event) => [event.id, event])).values()] };
}
