import type { Audience } from '#app/tickets/audience.ts';
import type { AttendeeRecord } from '#app/tickets/attendee.record.ts';
import type { TicketView } from '#app/tickets/ticket.view.ts';
import { builder } from '../builder.ts';

/** An attendee as one audience sees it. */
export interface AttendeeView {
  attendee: AttendeeRecord;
  audience: Audience;
}

export const Ticket = builder.objectRef<TicketView>('Ticket');
export const Attendee = builder.objectRef<AttendeeView>('Attendee');
