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

/** Returns the name of an attendee's ticket. For a removed ticket or an RSVP in the trash, adds "(deleted)" to its last name. */
export function getTicketTitle(
  { deletedTicketTitle }: Pick<AttendeeRow, 'deletedTicketTitle'>,
  ticket: Pick<TicketRecord, 'title' | 'status'> | null,
): string {
  return ticket && ticket.status !== 'trash' ? ticket.title : `${deletedTicketTitle ?? ticket?.title ?? ''} (deleted)`;
}
