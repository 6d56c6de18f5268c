import { invalidArguments } from '#app/core/failures/failure.ts';
import { checkReadAttendee } from '#app/domains/tickets/attendee.access.ts';
import { listAttendees } from '#app/domains/tickets/attendee.list.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { columnsRead } from '../columns-read.ts';
import { pageArguments, pageComplexity, pageOf } from '../connections/page.ts';
import { pageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { AttendeeFilter, attendeeFilterOf, AttendeeOrder } from './filters.ts';
import { Attendee } from './refs.ts';
import { audienceWith, type Came, cameArguments } from './shared.ts';
import { checkPosts } from './ticket.queries.ts';
import { namedBy } from '../public/lookup.ts';

builder.queryField('attendee', (t) =>
  t.field({
    type: Attendee,
    description: 'One attendee; public attendees for everyone, others for managers of attendees.',
    args: {
      id: t.arg.int({ required: true, ...namedBy('Attendee', 'ID of the attendee.', {}, { keepsArguments: true }) }),
      ...cameArguments,
    },
    ...guard(async ({ id, ...came }: Came & { id: number }, context) =>
      checkReadAttendee(await audienceWith(context, came), await context.load.tickets.attendee.load(id)),
    ),
    resolve: async (_root, { id, ...came }, context) =>
      viewAttendee((await context.load.tickets.attendee.load(id)) as AttendeeRecord, await audienceWith(context, came)),
  }),
);

export const AttendeePage = pageType('Attendee', Attendee, 'attendees');

/** Arguments that filter lists of attendees. */
export interface AttendeeListOptions {
  filter?: typeof AttendeeFilter.$inferInput | null | undefined;
}

const listOf = (id: number | null | undefined) => (typeof id === 'number' ? [id] : undefined);

/** Refuses invalid times and IDs of posts and tickets that do not exist. */
export async function checkAttendeeFilter(context: Context, filter: typeof AttendeeFilter.$inferInput): Promise<void> {
  attendeeFilterOf(filter);
  await checkPosts(context, {
    'filter.postId': listOf(filter.postId),
    'filter.postIds': filter.postIds,
    'filter.excludePostIds': filter.excludePostIds,
  });
  const tickets = {
    'filter.ticketId': listOf(filter.ticketId),
    'filter.ticketIds': filter.ticketIds,
    'filter.excludeTicketIds': filter.excludeTicketIds,
  };
  for (const [argument, ids] of Object.entries(tickets)) {
    if (ids && !(await context.load.tickets.areTickets(ids)))
      throw invalidArguments({ [argument]: 'Every number must be that of a ticket.' });
  }
}

builder.queryField('attendeePage', (t) =>
  t.field({
    type: AttendeePage,
    description: 'Attendees, page by page: all for managers of attendees, otherwise the public ones.',
    complexity: pageComplexity,
    args: {
      ...pageArguments,
      offset: t.arg.int({ description: 'Number of items to skip; used instead of `page`.' }),
      orderBy: t.arg({ type: AttendeeOrder, defaultValue: 'id', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
      filter: t.arg({ type: AttendeeFilter, description: 'Conditions for attendees.' }),
      ...cameArguments,
    },
    ...guard(({ filter }: AttendeeListOptions, context) => checkAttendeeFilter(context, filter ?? {})),
    resolve: async (_root, args, context, info) => {
      const reader = await audienceWith(context, args);
      const found = await listAttendees(context.site, reader, {
        ...pageOf(args),
        offset: args.offset,
        orderBy: args.orderBy ?? 'id',
        order: args.order ?? 'asc',
        filter: attendeeFilterOf(args.filter ?? {}),
        columns: columnsRead(info),
      });
      return { ...found, nodes: found.nodes.map((attendee) => viewAttendee(attendee, reader)) };
    },
  }),
);
