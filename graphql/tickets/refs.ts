import { builder } from '../builder.ts';

/** Stands on the model `Ticket`; what is shown of a row is decided by `viewTicket`. */
export const Ticket = builder.prismaObject('Ticket', {
  description: 'A ticket or registration of a post or event. While a password hides it, its numbers are 0 and its texts empty.',
});

/** Stands on the model `Attendee`; rows are those of `viewAttendee`. */
export const Attendee = builder.prismaObject('Attendee', {
  description: 'A person with a ticket or a reply to an RSVP, which may be that they do not come.',
});
