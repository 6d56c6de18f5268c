import { computePercents } from '#app/domains/tickets/capacity.rules.ts';
import { getCapacity } from '#app/domains/tickets/ticket.record.ts';
import type { TicketView } from '#app/domains/tickets/ticket.view.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { declareFormerName } from '../public/former-names.ts';
import { nullWhen, oneOf } from '../public/public-mapping.ts';
import { stockModes } from './enum-definitions.ts';

/** Loads the numbers of attendees of a ticket. */
export const loadAttendeeCounts = (ticket: TicketView, { load }: Context) => load.tickets.attendeeCounts.load(ticket.id);

async function computeCheckInPercents(ticket: TicketView, context: Context) {
  const { all, checkedIn } = await loadAttendeeCounts(ticket, context);
  return computePercents(checkedIn, all);
}

/** True if the ticket has unlimited capacity. */
export const isUnlimited = (ticket: { manageStock: boolean }) => !ticket.manageStock;

export const TicketSales = builder.prismaObject('Ticket', {
  variant: 'TicketSales',
  description: 'Sales of a ticket; for managers of attendees.',
  fields: (t) => ({
    capacity: t.int({
      ...nullWhen(isUnlimited, 'Capacity; null if it is unlimited.'),
      resolve: (ticket) => Math.max(getCapacity(ticket), 0),
    }),
    taken: t.exposeInt('sold', {
      ...declareFormerName('held'),
      description: 'Places taken by orders, including those whose payment is pending.',
    }),
    pending: t.int({
      description: 'Number of sold places whose payment is pending.',
      resolve: async (ticket, _args, context) => (await loadAttendeeCounts(ticket, context)).pending,
    }),
    stockMode: t.exposeString('stockMode', {
      ...oneOf(stockModes, 'Source of the capacity; null if there is no limit.', { none: '' }),
    }),
  }),
});

export const TicketCheckIns = builder.prismaObject('Ticket', {
  variant: 'TicketCheckIns',
  description: 'Check-ins with the ticket; for managers of attendees.',
  fields: (t) => ({
    checkedIn: t.int({
      description: 'Number of attendees who are checked in.',
      resolve: async (ticket, _args, context) => (await loadAttendeeCounts(ticket, context)).checkedIn,
    }),
    notCheckedIn: t.int({
      description: 'Number of attendees who are not checked in.',
      resolve: async (ticket, _args, context) => {
        const { all, checkedIn } = await loadAttendeeCounts(ticket, context);
        return all - checkedIn;
      },
    }),
    checkedInPercent: t.int({
      description: 'Percentage of attendees who are checked in, rounded up; 100 if there are no attendees.',
      resolve: async (ticket, _args, context) => (await computeCheckInPercents(ticket, context)).done,
    }),
    notCheckedInPercent: t.int({
      description: 'Percentage of attendees who are not checked in.',
      resolve: async (ticket, _args, context) => (await computeCheckInPercents(ticket, context)).remaining,
    }),
  }),
});

export const TicketReplies = builder.prismaObject('Ticket', {
  variant: 'TicketReplies',
  description: 'Numbers of replies to an RSVP; for managers of attendees.',
  fields: (t) => ({
    going: t.int({
      description: 'Number of guests who will attend.',
      resolve: async (ticket, _args, context) => (await loadAttendeeCounts(ticket, context)).going,
    }),
    notGoing: t.int({
      description: 'Number of guests who will not attend.',
      resolve: async (ticket, _args, context) => (await loadAttendeeCounts(ticket, context)).notGoing,
    }),
  }),
});
