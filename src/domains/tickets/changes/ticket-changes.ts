import type { FeedChannel } from '#app/core/feed/feed.ts';
import { loadRowsInOrder } from '#app/core/batching/grouped-reads.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../attendee.reader.ts';
import type { AttendeeRecord } from '../attendee.record.ts';

/** A committed change of a ticket's places, or, with `attendeeId`, of an attendee's check-in. */
export interface TicketChange {
  postId: number;
  ticketId: number;
  attendeeId?: number;
  isCheckedIn?: boolean;
}

/** A change with the current attendee; `attendee` is null unless the change is a check-in. */
export interface TicketChangeEvent {
  change: TicketChange;
  attendee: AttendeeRecord | null;
}

/** Ticket changes for subscribers. Only posts that are watched report changes, see `watchPosts`. */
export const ticketChanges: FeedChannel<Site, TicketChange, TicketChangeEvent> = {
  name: 'ticket_changed',
  listen: (site, onChange, onGap) => site.db.listen('ticket_changed', (payload) => onChange(JSON.parse(payload) as TicketChange), onGap),
  async load(site: Site, changes: readonly TicketChange[]) {
    const attendeeIds = changes.map(({ attendeeId }) => attendeeId ?? null);
    const attendees = await loadRowsInOrder(attendeeIds, (ids) => loadAttendees(site, ids));
    return changes.map((change, index) => ({ change, attendee: attendees[index] ?? null }));
  },
};
