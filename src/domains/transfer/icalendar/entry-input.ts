import { CANCELLED, STATUS_FIELD } from '#app/domains/events/calendar/event-status.ts';
import { cleanHtml } from '#app/core/text/clean-html.ts';
import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { EventInput, OrganizerInput, VenueInput } from '#app/domains/events/inputs.ts';
import type { GivenTimes } from '#app/domains/events/times.rules.ts';
import { toPlainName } from '../plain-name.ts';
import type { CalendarEntry } from './read/entry.ts';

const MAX_NAME_LENGTH = 200;

/** Converts a description to its stored form. Escapes plain text, and removes unsafe elements from HTML. */
function toHtml(text: string): string {
  const html = /<\/?[a-z][^<>]*>/i.test(text) ? text : escapeHtml(text).replaceAll('&#039;', "'").replaceAll('&quot;', '"');
  return cleanHtml(html, { unfiltered: false }).trim();
}

const cleanName = (text: string) => toPlainName(text).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);

function toVenueInput({ location, geo }: CalendarEntry): VenueInput | null {
  const [firstLine = '', ...otherLines] = location
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const title = cleanName(firstLine);
  if (title === '') return null;
  return { title, ...(otherLines.length > 0 && { address: otherLines.join(', ') }), ...geo };
}

function toOrganizerInput({ organizer }: CalendarEntry): OrganizerInput | null {
  const title = cleanName(organizer?.name ?? '');
  return title === '' ? null : { title, ...(organizer?.email ? { email: organizer.email } : {}) };
}

const isHttpUrl = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Returns the global ID, which is stored in the lineage of the event and by which later imports recognize the event of an entry. */
export const buildEntryGlobalId = (key: string) => `ical:${key}`;

/** Returns dates for all-day events, otherwise instants in seconds. */
function toGivenTimes({ allDay, startWall, endWall, startInstant, endInstant }: CalendarEntry): GivenTimes {
  if (allDay) return { start: startWall, end: endWall };
  return { startUtc: startInstant.getTime() / 1000, endUtc: endInstant.getTime() / 1000 };
}

/** Converts an event of a calendar file to an input. */
export function toEventInput(entry: CalendarEntry): EventInput {
  const [venue, organizer] = [toVenueInput(entry), toOrganizerInput(entry)];
  return {
    title: cleanName(entry.title) || 'Untitled event',
    description: toHtml(entry.description),
    status: entry.isPrivate ? 'private' : 'publish',
    ...toGivenTimes(entry),
    timezone: entry.timezone,
    allDay: entry.allDay,
    ...(isHttpUrl(entry.url) && { website: entry.url }),
    categoryNames: entry.categories.map(cleanName).filter((category) => category !== ''),
    venues: venue ? [{ draft: venue }] : [],
    organizers: organizer ? [{ draft: organizer }] : [],
    customFields: { [STATUS_FIELD]: entry.isCancelled ? CANCELLED : '' },
    lineage: [buildEntryGlobalId(entry.key)],
  };
}
