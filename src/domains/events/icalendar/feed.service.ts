import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { loadFilters } from '../calendar/calendar.service.ts';
import { addDays, addMonths, getWeekStart } from '../calendar/days.ts';
import type { CalendarQuery } from '../calendar/calendar-query.ts';
import { toPlainText } from '../calendar/plain-text.ts';
import { type ViewFilter, loadEventsInOrder, findEventIds, type Span } from '../calendar/visible-events.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { now } from '#app/core/time/clock.ts';
import { toUtc, toWallTime } from '#app/core/time/zone.ts';
import type { EventRecord } from '../event.record.ts';
import { siteName, startOfWeek } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { writeCalendar } from './write-calendar.ts';

/** An iCalendar file. */
export interface Feed {
  /** Content of the file. */
  text: string;
  /** Time of the latest change; undefined for an empty feed. */
  modified: Date | undefined;
  fileName: string;
}

const MAX_EVENTS_OF_FEED = 2_000;
const MONTHS_BACK = 3;

/** Calendar programs are not signed in. They get the events that visitors see, and trashed events as cancelled ones. */
const programFilter: ViewFilter = { viewer: anonymous, keyword: '', isFeatured: false, includesTrashed: true };

/**
 * Returns the default time span, which begins with the month three months ago. It changes only once a month, so that an unchanged feed has unchanged
 * bytes.
 */
function getDefaultSpan(site: Site): Span {
  const month = addMonths(toWallTime(now(), getSiteZone(site)).slice(0, 7), -MONTHS_BACK);
  return { endsAfter: toUtc(`${month}-01T00:00:00`, getSiteZone(site)) };
}

function getSpan(site: Site, { view, date, isPast }: CalendarQuery): Span {
  if (isPast) return { endsUntil: now() };
  if (view === 'month' && date !== null)
    return { fromDay: `${date.slice(0, 7)}-01`, untilDay: addDays(`${addMonths(date.slice(0, 7), 1)}-01`, -1) };
  if (view === 'day' && date !== null) return { fromDay: date, untilDay: date };
  if (view === 'week' && date !== null) {
    const first = getWeekStart(date, site.settings.get(startOfWeek));
    return { fromDay: first, untilDay: addDays(first, 6) };
  }
  return date === null ? getDefaultSpan(site) : { fromDay: date };
}

function buildFeed(
  site: Site,
  events: readonly EventRecord[],
  { name, url, fileName }: { name: string | null; url: string; fileName: string },
): Feed {
  const latest = events.reduce((time, { modifiedUtc }) => (modifiedUtc > time ? modifiedUtc : time), '');
  return {
    text: writeCalendar(site, { name, url, events }),
    modified: latest === '' ? undefined : new Date(`${latest}Z`),
    fileName: `${fileName}.ics`,
  };
}

const joinParts = (parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined && part !== '').join(' – ');

/** Returns the feed of a calendar URL; null for an unknown category or tag. */
export async function buildCalendarFeed(site: Site, query: CalendarQuery, url: string): Promise<Feed | null> {
  const { filter, category, tag, hasUnknownTerm } = await loadFilters(site, anonymous, query);
  if (hasUnknownTerm) return null;
  const options = query.isPast ? { limit: MAX_EVENTS_OF_FEED, latestFirst: true } : { limit: MAX_EVENTS_OF_FEED };
  const events = await loadEventsInOrder(
    site,
    await findEventIds(site, { ...filter, includesTrashed: true }, getSpan(site, query), options),
  );
  const name = joinParts(
    [site.settings.get(siteName), category && toPlainText(category.name), tag && toPlainText(tag.name)].map((part) => part ?? undefined),
  );
  return buildFeed(site, events, { name, url, fileName: joinParts(['events', category?.slug, tag?.slug]).replaceAll(' – ', '-') });
}

/** Returns the feed of a venue or organizer. The caller has checked that visitors may see it. */
export async function buildLinkedFeed(
  site: Site,
  linked: { id: number; kind: string; title: string; slug: string },
  url: string,
): Promise<Feed> {
  const filter = { ...programFilter, ...(linked.kind === 'venue' ? { venueId: linked.id } : { organizerId: linked.id }) };
  const events = await loadEventsInOrder(site, await findEventIds(site, filter, getDefaultSpan(site), { limit: MAX_EVENTS_OF_FEED }));
  return buildFeed(site, events, { name: joinParts([site.settings.get(siteName), toPlainText(linked.title)]), url, fileName: linked.slug });
}

/** Returns the file of one event. */
export function buildEventFile(site: Site, event: EventRecord, url: string): Feed {
  return buildFeed(site, [event], { name: null, url, fileName: event.slug || `event-${event.id}` });
}
