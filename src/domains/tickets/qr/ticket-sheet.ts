import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import type { MediaRecord } from '../../content/media.service.ts';
import { loadContentItems } from '../../content/content.reader.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { formatEventTime } from '../../events/format-event-time.ts';
import { type CalendarLinks, createCalendarLinks } from '../../events/calendar-links.ts';
import { loadEvents } from '../../events/event.reader.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { listAddressParts, getPageUrl } from '../../events/views.ts';
import type { Site } from '#app/site.ts';
import type { AttendeeRecord } from '../attendee.record.ts';
import { canEnter, isCanceledStatus } from '../statuses.ts';
import { loadTickets } from '../ticket.reader.ts';

/** Validity of a ticket: `good`, `pending` = its order is not paid, `declined` = the holder replied no, `void` = canceled. */
export type TicketState = 'good' | 'pending' | 'declined' | 'void';

/** Content of a ticket for its holder, in plain text. */
export interface TicketSheet {
  attendee: AttendeeRecord;
  state: TicketState;
  /** Title of the ticket. */
  ticket: string;
  event: {
    title: string;
    /** URL of the event's page; null if the public cannot read the page. */
    url: string | null;
    isCancelled: boolean;
    /** Date and time in the event's zone, for people to read; empty for content without a time. */
    when: string;
    /** Time zone of `when`; empty for all-day events and content without a time. */
    zone: string;
    /** Machine-readable start: time in UTC, or the day of an all-day event; empty for content without a time. */
    start: string;
    venues: readonly { name: string; address: string }[];
    /** Picture for mails and documents; null if the event has none. */
    image: MediaRecord | null;
  };
}

/** Returns the validity of the attendee's ticket. */
export function getTicketState({ status, provider, orderStatus }: AttendeeRecord): TicketState {
  if (status === 'trash' || isCanceledStatus(orderStatus)) return 'void';
  if (canEnter(provider, orderStatus)) return 'good';
  return provider === 'rsvp' ? 'declined' : 'pending';
}

const noEventData = { isCancelled: false, when: '', zone: '', start: '', venues: [], image: null };
function toSheetEvent(site: Site, translate: Translate, event: EventRecord): TicketSheet['event'] {
  return {
    title: toPlainText(event.title) || translate('event.untitled'),
    url: isPublicStatus(event.status) ? getPageUrl(site, event) : null,
    isCancelled: isEventCancelled(event),
    when: formatEventTime(site, translate, event),
    zone: event.allDay ? '' : event.timezone,
    start: event.allDay ? event.startLocal.slice(0, 10) : `${event.startUtc}Z`,
    venues: event.venues
      .filter(({ status }) => status === 'publish')
      .map((venue) => ({ name: toPlainText(venue.title), address: listAddressParts(venue).join(', ') })),
    image: event.password === '' ? event.image : null,
  };
}

/** Returns links that add an event to a calendar, or null if the public cannot read the event. */
export function buildCalendarLinks(record: EventRecord, { title, url, venues }: TicketSheet['event']): CalendarLinks | null {
  const [venue] = venues;
  const location = venue ? [venue.name, venue.address].filter(Boolean).join(', ') : '';
  return url === null ? null : createCalendarLinks(record, { url, title, location });
}

/** Formats the IDs of the attendee and the order as the number of a ticket, without thousands separators. */
export function formatTicketNumber(translate: Translate, { id, orderId }: Pick<AttendeeRecord, 'id' | 'orderId'>): string {
  return orderId === null ? String(id) : translate('ticket.numberInOrder', { number: String(id), order: String(orderId) });
}

/** Loads the event data of tickets, by post ID. `translate` defaults to the language of mails. Runs at most two SQL statements. */
export async function loadEventsOfPosts(
  site: Site,
  ids: readonly number[],
  translate: Translate = getDefaultTexts(site),
): Promise<Map<number, TicketSheet['event']>> {
  const events = new Map((await loadEvents(site, ids)).map((event) => [event.id, toSheetEvent(site, translate, event)]));
  const otherIds = ids.filter((id) => !events.has(id));
  for (const post of otherIds.length > 0 ? await loadContentItems(site, otherIds) : []) {
    const url = isPublicStatus(post.status) ? getPageUrl(site, post) : null;
    events.set(post.id, { ...noEventData, title: toPlainText(post.title) || translate('content.untitled'), url });
  }
  return events;
}

/** Loads the content of these attendees' tickets, by attendee ID. `translate` defaults to the language of mails. */
export async function loadTicketSheets(
  site: Site,
  attendees: readonly AttendeeRecord[],
  translate: Translate = getDefaultTexts(site),
): Promise<Map<number, TicketSheet>> {
  const postIds = [...new Set(attendees.flatMap(({ postId }) => postId ?? []))];
  const ticketIds = [...new Set(attendees.map(({ ticketId }) => ticketId))];
  const [tickets, events] = await Promise.all([loadTickets(site, ticketIds), loadEventsOfPosts(site, postIds, translate)]);
  const unlisted = { ...noEventData, title: translate('event.unlisted'), url: null };
  const titles = new Map(tickets.map(({ id, title }) => [id, title]));
  return new Map(
    attendees.map((attendee) => {
      const ticket = toPlainText(titles.get(attendee.ticketId) ?? attendee.deletedTicketTitle ?? '');
      return [attendee.id, { attendee, state: getTicketState(attendee), ticket, event: events.get(attendee.postId ?? 0) ?? unlisted }];
    }),
  );
}

/** Loads the content of the attendee's ticket. */
export async function loadTicketSheet(site: Site, attendee: AttendeeRecord, translate: Translate): Promise<TicketSheet> {
  return (await loadTicketSheets(site, [attendee], translate)).get(attendee.id) as TicketSheet;
}
