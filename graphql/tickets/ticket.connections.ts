import type { Audience } from '#app/domains/tickets/audience.ts';
import { type TicketFilter as TicketFilterValues, type TicketOrder as TicketOrderName } from '#app/domains/tickets/ticket.list.ts';
import { buildTicketKeyset } from '#app/domains/tickets/ticket.keyset.ts';
import { viewTicket, type TicketView } from '#app/domains/tickets/ticket.view.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { createListConnection, createOwnedConnection } from '../connections/connection.ts';
import { createConnectionType } from '../connections/types.ts';
import { Content } from '../content/content.ts';
import { SortOrder } from '../connections/sort-order.ts';
import type { Context } from '../context.ts';
import { TicketFilter, parseTicketFilter, TicketOrder } from './filters.ts';
import { Ticket } from './refs.ts';
import { loadAudience, credentialArguments } from './shared.ts';
import { checkPosts } from './ticket.queries.ts';

const TicketConnection = createConnectionType('Ticket', Ticket, 'tickets');

interface Options {
  orderBy?: TicketOrderName | null | undefined;
  order?: 'asc' | 'desc' | null | undefined;
  filter?: TicketFilterValues;
}

/** Returns the list of tickets as the audience sees them. Adds each ticket to the loader, so that its attendees do not read it again. */
function createTicketList({ site, load }: Context, audience: Audience, { orderBy, order, filter = {} }: Options, ofPost = false) {
  const list = buildTicketKeyset(site, audience, { orderBy: orderBy ?? 'title', order: order ?? 'asc', filter }, { ofPost });
  return {
    ...list,
    read(row: never): TicketView {
      const ticket = list.read(row);
      load.tickets.ticket.prime(ticket.id, ticket);
      return viewTicket(ticket, audience);
    },
  };
}

const ordering = builder.args((t) => ({
  orderBy: t.field({ type: TicketOrder, defaultValue: 'title', description: 'The sort key.' }),
  order: t.field({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
}));
const sortName = ({ orderBy, order }: Options) => `ticket ${orderBy ?? 'title'} ${order ?? 'asc'}`;

builder.queryField('tickets', (t) =>
  t.field({
    type: TicketConnection,
    description: 'Tickets that you may see. Tickets of password-protected posts require the password.',
    args: {
      ...connectionArguments,
      filter: t.arg({ type: TicketFilter, description: 'Conditions for tickets.' }),
      ...ordering,
      ...credentialArguments,
    },
    complexity: computeConnectionComplexity,
    ...guard(async ({ filter }: { filter?: typeof TicketFilter.$inferInput | null | undefined }, context) => {
      parseTicketFilter(filter ?? {});
      await checkPosts(context, { 'filter.postIds': filter?.postIds, 'filter.excludePostIds': filter?.excludePostIds });
    }),
    resolve: async (_root, { filter, orderBy, order, apiKey, password, ...args }, context) => {
      const conditions = parseTicketFilter(filter ?? {});
      const list = createTicketList(context, await loadAudience(context, { apiKey, password }), { orderBy, order, filter: conditions });
      return createListConnection(context, list, sortName({ orderBy, order }), args);
    },
  }),
);

builder.interfaceField(Content, 'tickets', (t) =>
  t.field({
    type: TicketConnection,
    description: 'Tickets that you may see; empty while the content requires a password that was not given.',
    args: { ...connectionArguments, ...ordering, ...credentialArguments },
    complexity: computeConnectionComplexity,
    resolve: async ({ id }, { orderBy, order, apiKey, password, ...args }, context) => {
      const audience = await loadAudience(context, { apiKey, password });
      const list = createTicketList(context, audience, { orderBy, order }, true);
      return createOwnedConnection(
        context,
        `tickets of post ${audience.isManager} ${audience.password}`,
        id,
        list,
        sortName({ orderBy, order }),
        args,
      );
    },
  }),
);
