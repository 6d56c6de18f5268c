import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { cancellationOf } from '#app/domains/events/calendar/cancelled.ts';
import type { MediaRecord } from '../../content/media.service.ts';
import { loadContents } from '../../content/content.reader.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import type { Say } from '#app/core/language/say.ts';
import { textsForEverybody } from '#app/core/language/site-language.ts';
import { whenText } from '../../events/when-text.ts';
import { type CalendarLinks, calendarLinks } from '../../events/calendar-links.ts';
import { loadEvents } from '../../events/event.reader.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { addressParts, pageOf } from '../../events/views.ts';
import type { Site } from '#app/site.ts';
import type { AttendeeRecord } from '../attendee.record.ts';
import { isCompleted, isTakenBack } from '../statuses.ts';
import { loadTickets } from '../ticket.reader.ts';

/** Whether a ticket lets its holder in: `good`, `pending` = its order is not settled, `declined` = the holder said no, `void` = taken back. */
export type TicketState = 'good' | 'pending' | 'declined' | 'void';

/** What a ticket says to its holder; plain text. */
export interface TicketSheet {
  attendee: AttendeeRecord;
  state: TicketState;
  ticket: string;
  event: {
    title: string;
    /** Its page; null while the public cannot read it. */
    url: string | null;
    isCancelled: boolean;
    /** In words, on the clocks of the event's zone; empty for content that takes place at no time. */
    when: string;
    zone: string;
    /** For machines: UTC, or a day. */
    start: string;
    venues: readonly { name: string; address: string }[];
    /** Its picture, as mails and documents show it; null where it has none. */
    image: MediaRecord | null;
  };
}

/** Whether the attendee's ticket lets someone in. */
export function ticketState({ status, provider, orderStatus }: AttendeeRecord): TicketState {
  if (status === 'trash' || isTakenBack(orderStatus)) return 'void';
  if (isCompleted(provider, orderStatus)) return 'good';
  return provider === 'rsvp' ? 'declined' : 'pending';
}

const nowhere = { isCancelled: false, when: '', zone: '', start: '', venues: [], image: null };
function ofEvent(site: Site, say: Say, event: EventRecord): TicketSheet['event'] {
  return {
    title: plainOf(event.title) || say('event.untitled'),
    url: isPublicStatus(event.status) ? pageOf(site, event) : null,
    isCancelled: cancellationOf(event),
    when: whenText(site, say, event),
    zone: event.allDay ? '' : event.timezone,
    start: event.allDay ? event.startLocal.slice(0, 10) : `${event.startUtc}Z`,
    venues: event.venues
      .filter(({ status }) => status === 'publish')
      .map((venue) => ({ name: plainOf(venue.title), address: addressParts(venue).join(', ') })),
    image: event.password === '' ? event.image : null,
  };
}

/** Ways to put an event into a calendar, as tickets say it; null where the public cannot read it. */
export function linksOf(record: EventRecord, { title, url, venues }: TicketSheet['event']): CalendarLinks | null {
  const [venue] = venues;
  const location = venue ? [venue.name, venue.address].filter(Boolean).join(', ') : '';
  return url === null ? null : calendarLinks(record, { url, title, location });
}

/** Number of the ticket, with that of its order: numbers as such, without separators. */
export function numberText(say: Say, { id, orderId }: Pick<AttendeeRecord, 'id' | 'orderId'>): string {
  return orderId === null ? String(id) : say('ticket.numberInOrder', { number: String(id), order: String(orderId) });
}

/** What tickets say about events and other content that sells them, by number; as mails say it unless told otherwise. At most two statements. */
export async function eventsOf(
  site: Site,
  ids: readonly number[],
  say: Say = textsForEverybody(site),
): Promise<Map<number, TicketSheet['event']>> {
  const found = new Map((await loadEvents(site, ids)).map((event) => [event.id, ofEvent(site, say, event)]));
  const others = ids.filter((id) => !found.has(id));
  for (const post of others.length > 0 ? await loadContents(site, others) : []) {
    const url = isPublicStatus(post.status) ? pageOf(site, post) : null;
    found.set(post.id, { ...nowhere, title: plainOf(post.title) || say('content.untitled'), url });
  }
  return found;
}

/** Everything that the tickets of these attendees say, by number of the attendee; as mails say it unless told otherwise. */
export async function ticketSheets(
  site: Site,
  attendees: readonly AttendeeRecord[],
  say: Say = textsForEverybody(site),
): Promise<Map<number, TicketSheet>> {
  const postIds = [...new Set(attendees.flatMap(({ postId }) => postId ?? []))];
  const ticketIds = [...new Set(attendees.map(({ ticketId }) => ticketId))];
  const [tickets, events] = await Promise.all([loadTickets(site, ticketIds), eventsOf(site, postIds, say)]);
  const unlisted = { ...nowhere, title: say('event.unlisted'), url: null };
  const titles = new Map(tickets.map(({ id, title }) => [id, title]));
  return new Map(
    attendees.map((attendee) => {
      const ticket = plainOf(titles.get(attendee.ticketId) ?? attendee.deletedTicketTitle ?? '');
      return [attendee.id, { attendee, state: ticketState(attendee), ticket, event: events.get(attendee.postId ?? 0) ?? unlisted }];
    }),
  );
}

/** Everything that the attendee's ticket says. */
export async function ticketSheet(site: Site, attendee: AttendeeRecord, say: Say): Promise<TicketSheet> {
  return (await ticketSheets(site, [attendee], say)).get(attendee.id) as TicketSheet;
}
