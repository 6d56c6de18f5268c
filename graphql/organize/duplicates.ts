import { getOrganizedEvent, toOrganizerAudience } from '#app/domains/organize/access.ts';
import { duplicateEvent, duplicateTicket } from '#app/domains/organize/duplicate.service.ts';
import { viewTicket } from '#app/domains/tickets/ticket.view.ts';
import { loadTickets } from '#app/domains/tickets/ticket.reader.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { builder } from '../builder.ts';
import { Event } from '../events/refs.ts';
import { Ticket } from '../tickets/refs.ts';
import { eventArgument, requireEventEditor } from './event-access.ts';

builder.mutationFields((t) => ({
  duplicateEvent: t.field({
    type: Event,
    description:
      'Creates a draft that is a copy of an event, with its tickets, its questions to buyers and, optionally, its discount codes, but without attendees. For users who may edit the event and create events.',
    args: {
      ...eventArgument,
      title: t.arg.string({ required: true, description: 'Title of the copy, not blank.' }),
      copiesDiscountCodes: t.arg.boolean({ description: 'Whether to copy the discount codes; false by default.' }),
    },
    ...requireEventEditor,
    resolve: async (_root, { eventId, title, copiesDiscountCodes }, { site, viewer }) => {
      const copiesCodes = copiesDiscountCodes === true;
      return await getOrganizedEvent(site, viewer, await duplicateEvent(site, viewer, eventId, title, { copiesCodes }));
    },
  }),
  duplicateTicket: t.field({
    type: Ticket,
    description: 'Adds a copy of a ticket to its event, with its own capacity. For users who may edit the event.',
    args: {
      ...eventArgument,
      id: t.arg.int({ required: true, description: 'ID of the ticket.' }),
      name: t.arg.string({ required: true, description: 'Name of the copy.' }),
    },
    ...requireEventEditor,
    resolve: async (_root, { eventId, id, name }, context) => {
      const copyId = await duplicateTicket(context.site, context.viewer, eventId, id, name);
      context.load.tickets.clearTickets();
      const [ticket] = await loadTickets(context.site, [copyId]);
      if (!ticket) throw notFound('ticket_unknown', 'There is no such ticket.');
      return viewTicket(ticket, toOrganizerAudience(context.viewer), { isUnlocked: true });
    },
  }),
}));
