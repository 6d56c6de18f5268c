import { invalidArguments } from '#app/core/failures/failure.ts';
import { checkMaySeeAttendee } from '#app/domains/tickets/attendee.access.ts';
import { listAttendees } from '#app/domains/tickets/attendee.list.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { findReadColumns } from '../columns-read.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { AttendeeFilter, parseAttendeeFilter, AttendeeOrder } from './filters.ts';
import { Attendee } from './refs.ts';
import { loadAudience, type Credentials, credentialArguments } from './shared.ts';
import { checkPosts } from './ticket.queries.ts';
import { lookupArgument } from '../public/lookup.ts';

export const AttendeePage = createPageType('Attendee', Attendee, 'attendees');

/** Arguments that filter lists of attendees. */
export interface AttendeeListOptions {
  filter?: typeof AttendeeFilter.$inferInput | null | undefined;
}

const toList = (id: number | null | undefined) => (typeof id === 'number' ? [id] : undefined);

/** Throws `invalid_arguments` for IDs of tickets that do not exist. */
async function checkTickets(
  { load }: Context,
  idsByArgument: Readonly<Record<string, readonly number[] | null | undefined>>,
): Promise<void> {
  for (const [argument, ids] of Object.entries(idsByArgument))
    if (ids && !(await load.tickets.areTickets(ids))) throw invalidArguments({ [argument]: 'Every ID must be the ID of a ticket.' });
}

/** Throws `invalid_arguments` for invalid times, and for IDs of posts and tickets that do not exist. */
export async function checkAttendeeFilter(context: Context, filter: typeof AttendeeFilter.$inferInput): Promise<void> {
  parseAttendeeFilter(filter);
  await checkPosts(context, {
    'filter.postId': toList(filter.postId),
    'filter.postIds': filter.postIds,
    'filter.excludePostIds': filter.excludePostIds,
  });
  await checkTickets(context, {
    'filter.ticketId': toList(filter.ticketId),
    'filter.ticketIds': filter.ticketIds,
    'filter.excludeTicketIds': filter.excludeTicketIds,
  });
}

builder.queryFields((t) => ({
  attendee: t.field({
    type: Attendee,
    description: 'One attendee. Everyone may see public attendees; managers of attendees may see all.',
    args: {
      id: t.arg.int({ required: true, ...lookupArgument('Attendee', 'ID of the attendee.', {}, { keepsArguments: true }) }),
      ...credentialArguments,
    },
    ...guard(async ({ id, ...credentials }: Credentials & { id: number }, context) =>
      checkMaySeeAttendee(await loadAudience(context, credentials), await context.load.tickets.attendee.load(id)),
    ),
    resolve: async (_root, { id, ...credentials }, context) =>
      viewAttendee((await context.load.tickets.attendee.load(id)) as AttendeeRecord, await loadAudience(context, credentials)),
  }),
  attendeePage: t.field({
    type: AttendeePage,
    description: 'Attendees that you may see, page by page. Managers of attendees see all attendees; others see public attendees.',
    complexity: pageComplexity,
    args: {
      ...pageArguments,
      offset: t.arg.int({ description: 'Number of items to skip; used instead of `page`.' }),
      orderBy: t.arg({ type: AttendeeOrder, defaultValue: 'id', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
      filter: t.arg({ type: AttendeeFilter, description: 'Conditions for attendees.' }),
      ...credentialArguments,
    },
    // `filter.ticketId` is checked after the page is read, because attendees on the page usually prove that the ticket exists
    ...guard(({ filter }: AttendeeListOptions, context) => checkAttendeeFilter(context, { ...filter, ticketId: null })),
    resolve: async (_root, args, context, info) => {
      const audience = await loadAudience(context, args);
      const page = await listAttendees(context.site, audience, {
        ...selectPage(args),
        offset: args.offset,
        orderBy: args.orderBy ?? 'id',
        order: args.order ?? 'asc',
        filter: parseAttendeeFilter(args.filter ?? {}),
        columns: findReadColumns(info),
      });
      // an empty page, or attendees with the title of a deleted ticket, do not prove that the ticket exists
      if (page.nodes[0]?.deletedTicketTitle !== null) await checkTickets(context, { 'filter.ticketId': toList(args.filter?.ticketId) });
      return { ...page, nodes: page.nodes.map((attendee) => viewAttendee(attendee, audience)) };
    },
  }),
}));
