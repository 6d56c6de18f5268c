import type { AttendeeRow } from './attendee.record.ts';
import type { Audience } from './audience.ts';
import type { TicketRecord } from './ticket.record.ts';

/** An attendee as one audience sees it. */
export interface AttendeeView extends AttendeeRow {
  audience: Audience;
}

/** Shows an attendee to an audience that may see it. */
export function viewAttendee(attendee: AttendeeRow, audience: Audience): AttendeeView {
  return { ...attendee, audience };
}

/** The name of an attendee's ticket on a list. One that was removed says so, under the name it had then; an RSVP is removed once it is in the trash. */
export function ticketTitleOf(
  { deletedTicketTitle }: Pick<AttendeeRow, 'deletedTicketTitle'>,
  ticket: Pick<TicketRecord, 'title' | 'status'> | null,
): string {
  return ticket && ticket.status !== 'trash' ? ticket.title : `${deletedTicketTitle ?? ticket?.title ?? ''} (deleted)`;
}
