import { checkIsOrganizer, toOrganizerAudience } from '#app/domains/organize/access.ts';
import { eventScopes, listOrganizedEvents } from '#app/domains/organize/event.list.ts';
import { listEventOrderIds } from '#app/domains/organize/order.list.ts';
import { listAttendees } from '#app/domains/tickets/attendee.list.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { type PageArguments, pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { Event } from '../events/refs.ts';
import { AttendeePage } from '../tickets/attendee.queries.ts';
import { OrderPage } from '../tickets/order.ts';
import { checkOrganizesEvent, eventArgument } from './event-access.ts';

const OrganizedEventPage = createPageType('OrganizedEvent', Event, 'events');

const OrganizedEvents = builder.enumType('OrganizedEvents', {
  description: 'State of the events that a user organizes.',
  values: {
    UPCOMING: { value: 'upcoming', description: 'Published events that have not ended, next first.' },
    PAST: { value: 'past', description: 'Published events that have ended, latest first.' },
    DRAFTS: { value: 'drafts', description: 'Events that are not published yet.' },
  } satisfies Record<string, { value: (typeof eventScopes)[number]; description: string }>,
});

const OrderRefunds = builder.enumType('OrderRefunds', {
  description: 'State of the refunds of an order.',
  values: {
    DUE: { value: 'due', description: 'A refund is still due.' },
    DONE: { value: 'done', description: 'Everything that was due has been refunded.' },
  } as const,
});

const requireListingEditor = guard<PageArguments & { eventId: number }>(checkOrganizesEvent, (args) => void selectPage(args));

const searchArgument = builder.args((t) => ({
  search: t.string({ description: 'Words that must all occur in the name, the email address or the order number.' }),
}));

builder.queryFields((t) => ({
  organizedEventPage: t.field({
    type: OrganizedEventPage,
    description: 'Events that you may edit: your own, or all events if you may edit events of others.',
    complexity: pageComplexity,
    args: {
      ...pageArguments,
      scope: t.arg({ type: OrganizedEvents, defaultValue: 'upcoming', description: 'State of the events to list.' }),
      search: t.arg.string({ description: 'Words that must all occur in the title or the text.' }),
    },
    ...guard((_args: object, { viewer }: Context) => checkIsOrganizer(viewer)),
    resolve: async (_root, { page, perPage, scope, search }, { site, viewer }) =>
      await listOrganizedEvents(site, viewer, { ...selectPage({ page, perPage }), scope: scope ?? 'upcoming', search }),
  }),
  ordersOfEvent: t.field({
    type: OrderPage,
    description: 'Orders with a ticket of an event, newest first; for users who may edit the event.',
    complexity: pageComplexity,
    args: {
      ...pageArguments,
      ...eventArgument,
      ...searchArgument,
      refund: t.arg({ type: OrderRefunds, description: 'Only orders with this state of refunds.' }),
    },
    ...requireListingEditor,
    resolve: async (_root, { eventId, search, refund, page, perPage }, context, info) => {
      const result = await listEventOrderIds(context.site, eventId, { ...selectPage({ page, perPage }), search, refund });
      const query = queryFromInfo({ context, info, path: ['nodes'] });
      const nodes = await context.site.db.prisma.ticketOrder.findMany({
        ...query,
        where: { id: { in: result.nodes } },
        orderBy: { id: 'desc' },
      });
      return { ...result, nodes };
    },
  }),
  attendeesOfEvent: t.field({
    type: AttendeePage,
    description: 'Attendees of an event with all details, sorted by name; for users who may edit the event.',
    complexity: pageComplexity,
    args: { ...pageArguments, ...eventArgument, ...searchArgument },
    ...requireListingEditor,
    resolve: async (_root, { eventId, search, page, perPage }, { site, viewer }) => {
      const audience = toOrganizerAudience(viewer);
      const options = { ...selectPage({ page, perPage }), orderBy: 'title', order: 'asc' } as const;
      const result = await listAttendees(site, audience, { ...options, filter: { postId: eventId, search } });
      return { ...result, nodes: result.nodes.map((attendee) => viewAttendee(attendee, audience)) };
    },
  }),
}));
