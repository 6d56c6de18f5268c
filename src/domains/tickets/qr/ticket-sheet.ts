import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { cancellationOf } from '#app/domains/events/calendar/cancelled.ts';
import { loadContents } from '../../content/content.reader.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { formatWall } from '../../events/date-format.ts';
import { loadEvents } from '../../events/event.reader.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { addressParts, pageOf } from '../../events/views.ts';
import { dateFormat, timeFormat } from '#app/core/settings/site.settings.ts';
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
  };
}

/** Whether the attendee's ticket lets somebody in. */
export function ticketState({ status, provider, orderStatus }: AttendeeRecord): TicketState {
  if (status === 'trash' || isTakenBack(orderStatus)) return 'void';
  if (isCompleted(provider, orderStatus)) return 'good';
  return provider === 'rsvp' ? 'declined' : 'pending';
}

/** When an event takes place, with weekday and year: a ticket is looked at long before. */
function whenOf(site: Site, { startLocal, endLocal, allDay }: EventRecord): string {
  const day = (wall: WallTime) => formatWall(wall, `l, ${site.settings.get(dateFormat)}`);
  const time = (wall: WallTime) => formatWall(wall, site.settings.get(timeFormat));
  const isOneDay = startLocal.slice(0, 10) === endLocal.slice(0, 10);
  if (allDay) return isOneDay ? day(startLocal) : `${day(startLocal)} – ${day(endLocal)}`;
  const start = `${day(startLocal)}, ${time(startLocal)}`;
  if (startLocal === endLocal) return start;
  return `${start} – ${isOneDay ? time(endLocal) : `${day(endLocal)}, ${time(endLocal)}`}`;
}

const nowhere = { isCancelled: false, when: '', zone: '', start: '', venues: [] };
const unlisted = { ...nowhere, title: 'An event that is no longer listed', url: null };

function ofEvent(site: Site, event: EventRecord): TicketSheet['event'] {
  return {
    title: plainOf(event.title) || 'Untitled event',
    url: isPublicStatus(event.status) ? pageOf(site, event) : null,
    isCancelled: cancellationOf(event),
    when: whenOf(site, event),
    zone: event.allDay ? '' : event.timezone,
    start: event.allDay ? event.startLocal.slice(0, 10) : `${event.startUtc}Z`,
    venues: event.venues
      .filter(({ status }) => status === 'publish')
      .map((venue) => ({ name: plainOf(venue.title), address: addressParts(venue).join(', ') })),
  };
}

/** What tickets say about events and other content that sells them, by number. At most two statements. */
export async function eventsOf(site: Site, ids: readonly number[]): Promise<Map<number, TicketSheet['event']>> {
  const found = new Map((await loadEvents(site, ids)).map((event) => [event.id, ofEvent(site, event)]));
  const others = ids.filter((id) => !found.has(id));
  for (const post of others.length > 0 ? await loadContents(site, others) : []) {
    const url = isPublicStatus(post.status) ? pageOf(site, post) : null;
    found.set(post.id, { ...nowhere, title: plainOf(post.title) || 'Untitled', url });
  }
  return found;
}

/** Everything that the tickets of these attendees say, by number of the attendee. */
export async function ticketSheets(site: Site, attendees: readonly AttendeeRecord[]): Promise<Map<number, TicketSheet>> {
  const postIds = [...new Set(attendees.flatMap(({ postId }) => postId ?? []))];
  const ticketIds = [...new Set(attendees.map(({ ticketId }) => ticketId))];
  const [tickets, events] = await Promise.all([loadTickets(site, ticketIds), eventsOf(site, postIds)]);
  const titles = new Map(tickets.map(({ id, title }) => [id, title]));
  return new Map(
    attendees.map((attendee) => {
      const ticket = plainOf(titles.get(attendee.ticketId) ?? attendee.deletedTicketTitle ?? '');
      return [attendee.id, { attendee, state: ticketState(attendee), ticket, event: events.get(attendee.postId ?? 0) ?? unlisted }];
    }),
  );
}

/** Everything that the attendee's ticket says. */
export async function ticketSheet(site: Site, attendee: AttendeeRecord): Promise<TicketSheet> {
  return (await ticketSheets(site, [attendee])).get(attendee.id) as TicketSheet;
}
