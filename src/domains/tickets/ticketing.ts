import type { Ticketing } from '../events/ticketing.ts';
import { attendanceOf } from './counts.ts';
import { mailEventMoved } from './event-changed-mail.ts';
import { eventCostOf } from './event-cost.ts';
import { mailEventHidden } from './hidden-event-mail.ts';
import { updateTicketsOfEvent } from './post-meta.ts';
import { findTicketSummaries } from './ticket-summary.ts';

/** The ticket data that events show, and the updates of sales after changes of events. */
export const ticketing: Ticketing = {
  costOf: eventCostOf,
  findTicketSummaries,
  attendanceOf,
  onEventMoved: updateTicketsOfEvent,
  onEventChanged: mailEventMoved,
  onEventHidden: mailEventHidden,
};
