import { invalidArguments } from '#app/core/failures/failure.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { getSaleZone } from '#app/domains/tickets/selling-post.ts';
import {
  type CheckInsOfTime,
  type CheckInStatistics,
  loadCheckInStatistics,
  type TicketCheckIns,
} from '#app/domains/tickets/statistics/check-in-statistics.ts';
import { viewTicket } from '#app/domains/tickets/ticket.view.ts';
import { builder } from '../../builder.ts';
import { Ticket } from '../refs.ts';
import { getAudience, keyArgument, managersOnly } from '../shared.ts';
import { oneOf } from '../../public/public-mapping.ts';
import { checkInSources } from '../enum-definitions.ts';

const CheckInsByTicket = builder.objectRef<TicketCheckIns>('CheckInsByTicket').implement({
  description: 'Check-ins of the attendees of one ticket.',
  fields: (t) => ({
    ticketId: t.exposeInt('ticketId', { description: 'ID of the ticket, which may be deleted.' }),
    ticket: t.field({
      type: Ticket,
      nullable: true,
      description: 'The ticket; null once it is deleted.',
      resolve: async ({ ticketId }, _args, context) => {
        const ticket = await context.load.tickets.ticket.load(ticketId);
        return ticket && viewTicket(ticket, { ...getAudience(context), isManager: true });
      },
    }),
    total: t.exposeInt('total', { description: 'Number of attendees.' }),
    checkedIn: t.exposeInt('checkedIn', { description: 'Number of attendees who are checked in.' }),
  }),
});

interface TimeSpan extends CheckInsOfTime {
  postId: number;
}

const CheckInsByTime = builder.objectRef<TimeSpan>('CheckInsByTime').implement({
  description: 'Check-ins in one interval.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'Start of the interval.' }),
    fromLocal: t.field({
      type: 'LocalDateTime',
      description: 'Start of the interval in the time zone of the event.',
      resolve: async ({ from, postId }, _args, { site, load }) =>
        toWallTime(from, getSaleZone(site, await load.tickets.sellingPost.load(postId))),
    }),
    checkedIn: t.exposeInt('checkedIn', { description: 'Number of check-ins.' }),
  }),
});

const CheckInsBySource = builder.objectRef<{ source: string; checkedIn: number }>('CheckInsBySource').implement({
  description: 'Check-ins from one source.',
  fields: (t) => ({
    source: t.exposeString('source', { ...oneOf(checkInSources, 'How the attendees were checked in.') }),
    checkedIn: t.exposeInt('checkedIn', { description: 'Number of check-ins.' }),
  }),
});

const Statistics = builder.objectRef<CheckInStatistics>('CheckInStatistics').implement({
  description: 'Check-ins of a post or event.',
  fields: (t) => ({
    total: t.int({ description: 'Number of attendees.', resolve: ({ tickets }) => tickets.reduce((sum, { total }) => sum + total, 0) }),
    checkedIn: t.int({
      description: 'Number of attendees who are checked in.',
      resolve: ({ tickets }) => tickets.reduce((sum, { checkedIn }) => sum + checkedIn, 0),
    }),
    byTicket: t.expose('tickets', { type: [CheckInsByTicket], description: 'Check-ins by ticket, sorted by ticket ID.' }),
    byTime: t.field({
      type: [CheckInsByTime],
      description: 'Check-ins by time, earliest first: the last 1,000 intervals in which attendees were checked in.',
      resolve: ({ times, postId }) => times.map((interval) => ({ ...interval, postId })),
    }),
    bySource: t.expose('sources', { type: [CheckInsBySource], description: 'Check-ins by source.' }),
  }),
});

builder.queryField('checkInStatistics', (t) =>
  t.field({
    type: Statistics,
    description: 'Check-ins of a post or event, by ticket and by time; for managers of attendees.',
    args: {
      postId: t.arg.int({ required: true, description: 'ID of the post or event.' }),
      minutes: t.arg.int({ defaultValue: 15, description: 'Length of an interval, 1 to 1440 minutes.' }),
      ...keyArgument,
    },
    ...managersOnly,
    resolve: (_root, { postId, minutes }, { site }) => {
      const interval = minutes ?? 15;
      if (interval < 1 || interval > 1440) throw invalidArguments({ minutes: 'An interval has 1 to 1440 minutes.' });
      return loadCheckInStatistics(site, postId, interval);
    },
  }),
);
