import { builder } from '../builder.ts';

/** GraphQL type of the model `Ticket`. `viewTicket` decides which members of a row are visible. */
export const Ticket = builder.prismaObject('Ticket', {
  description:
    'A ticket or registration of a post or event. While a password hides the ticket, its numbers are 0 and its strings are empty.',
});

/** GraphQL type of the model `Attendee`. `viewAttendee` decides which members of a row are visible. */
export const Attendee = builder.prismaObject('Attendee', {
  description: 'A person with a ticket, or with a reply to an RSVP. The reply can be that the person will not attend.',
});
