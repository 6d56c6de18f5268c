import type { AttendeeRow } from './attendee.record.ts';
import type { Audience } from './audience.ts';
import type { TicketRecord } from './ticket.record.ts';

/** An attendee as one audience sees it. */
export interface AttendeeView extends AttendeeRow {
  audience: Audience;
}

/** Returns the view of an attendee for an audience that may see it. */
export function viewAttendee(attendee: AttendeeRow, audience: Audience): AttendeeView {
  return { ...attendee, audience };
}

/** Returns the ticket's name for lists. A removed ticket is marked and keeps its last name. An RSVP counts as removed when it is in the trash. */
export function getTicketTitle(
  { deletedTicketTitle }: Pick<AttendeeRow, 'deletedTicketTitle'>,
  ticket: Pick<TicketRecord, 'title' | 'status'> | null,
): string {
  return ticket && ticket.status !== 'trash' ? ticket.title : `${deletedTicketTitle ?? ticket?.title ?? ''} (deleted)`;
}
