import type { Ticketing } from '../events/ticketing.ts';
import { countAttendance } from './attendee-counts.ts';
import { queueEventChangedMails } from './event-changed-mail.ts';
import { computeEventCost } from './event-cost.ts';
import { queueHiddenEventMails } from './hidden-event-mail.ts';
import { updateTicketsOfEvent } from './post-meta.ts';
import { findTicketSummaries } from './ticket-summary.ts';

/** The ticket data that events show, and the updates of tickets after changes of events. */
export const ticketing: Ticketing = {
  computeCost: computeEventCost,
  findTicketSummaries,
  countAttendance,
  onEventMoved: updateTicketsOfEvent,
  onEventChanged: queueEventChangedMails,
  onEventHidden: queueHiddenEventMails,
};
