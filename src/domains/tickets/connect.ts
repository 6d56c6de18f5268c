import { connectTicketing } from '../events/ticketing.ts';
import { tellMoved } from './event-changed-mail.ts';
import { tellHidden } from './hidden-event-mail.ts';
import { attendanceOf } from './counts.ts';
import { eventCostOf } from './event-cost.ts';
import { followEvent, followPosts } from './post-meta.ts';
import { waysInto } from './way-in.ts';

/** Connects tickets with posts and events: what these show of tickets, and how sales follow them. Repeating it changes nothing. */
export function connectTickets(): void {
  followPosts();
  connectTicketing({
    hasTicketsSql: `EXISTS (SELECT 1 FROM ticket WHERE ticket.post_id = e.content_id AND ticket.status <> 'trash')`,
    managesAttendees: (viewer) => viewer.can('edit_users') || viewer.can('tribe_manage_attendees'),
    costOf: eventCostOf,
    waysInto,
    attendanceOf,
    eventMoved: followEvent,
    eventChanged: tellMoved,
    eventHidden: tellHidden,
  });
}
