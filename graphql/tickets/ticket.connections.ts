import type { Audience } from '#app/domains/tickets/audience.ts';
import { type TicketFilter as TicketFilterValues, type TicketOrder as TicketOrderName } from '#app/domains/tickets/ticket.list.ts';
import { ticketKeyset } from '#app/domains/tickets/ticket.keyset.ts';
import { viewTicket, type TicketView } from '#app/domains/tickets/ticket.view.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { connectionArguments, connectionComplexity } from '../connections/arguments.ts';
import { connect, connectOwned } from '../connections/connection.ts';
import { connectionType } from '../connections/types.ts';
import { Content } from '../content/content.ts';
import { SortOrder } from '../connections/sort-order.ts';
import type { Context } from '../context.ts';
import { TicketFilter, ticketFilterOf, TicketOrder } from './filters.ts';
import { Ticket } from './refs.ts';
import { audienceWith, cameArguments } from './shared.ts';
import { checkPosts } from './ticket.queries.ts';

const TicketConnection = connectionType('Ticket', Ticket, 'tickets');

interface Options {
  orderBy?: TicketOrderName | null | undefined;
  order?: 'asc' | 'desc' | null | undefined;
  filter?: TicketFilterValues;
}

/** Lists tickets as the reader sees them. Caches the rows, so that their attendees do not read them again. */
function ticketsFor({ site, load }: Context, reader: Audience, { orderBy, order, filter = {} }: Options, ofPost = false) {
  const list = ticketKeyset(site, reader, { orderBy: orderBy ?? 'title', order: order ?? 'asc', filter }, { ofPost });
  return {
    ...list,
    read(row: never): TicketView {
      const ticket = list.read(row);
      load.tickets.ticket.prime(ticket.id, ticket);
      return viewTicket(ticket, reader);
    },
  };
}

const ordering = builder.args((t) => ({
  orderBy: t.field({ type: TicketOrder, defaultValue: 'title', description: 'The sort key.' }),
  order: t.field({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
}));
const nameOf = ({ orderBy, order }: Options) => `ticket ${orderBy ?? 'title'} ${order ?? 'asc'}`;

builder.queryField('tickets', (t) =>
  t.field({
    type: TicketConnection,
    description: 'Tickets that you may see. Tickets of protected posts require the password.',
    args: {
      ...connectionArguments,
      filter: t.arg({ type: TicketFilter, description: 'Conditions for tickets.' }),
      ...ordering,
      ...cameArguments,
    },
    complexity: connectionComplexity,
    ...guard(async ({ filter }: { filter?: typeof TicketFilter.$inferInput | null | undefined }, context) => {
      ticketFilterOf(filter ?? {});
      await checkPosts(context, { 'filter.postIds': filter?.postIds, 'filter.excludePostIds': filter?.excludePostIds });
    }),
    resolve: async (_root, { filter, orderBy, order, apiKey, password, ...args }, context) => {
      const wanted = ticketFilterOf(filter ?? {});
      const list = ticketsFor(context, await audienceWith(context, { apiKey, password }), { orderBy, order, filter: wanted });
      return connect(context, list, nameOf({ orderBy, order }), args);
    },
  }),
);

builder.interfaceField(Content, 'tickets', (t) =>
  t.field({
    type: TicketConnection,
    description: 'Tickets that you may see; empty while a password that was not given hides the content.',
    args: { ...connectionArguments, ...ordering, ...cameArguments },
    complexity: connectionComplexity,
    resolve: async ({ id }, { orderBy, order, apiKey, password, ...args }, context) => {
      const reader = await audienceWith(context, { apiKey, password });
      const list = ticketsFor(context, reader, { orderBy, order }, true);
      return connectOwned(context, `tickets of post ${reader.isManager} ${reader.password}`, id, list, nameOf({ orderBy, order }), args);
    },
  }),
);
