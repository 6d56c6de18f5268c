import { createNonce } from '#app/domains/identity/auth/nonces.ts';
import { Failure, invalidArguments, notFound } from '#app/core/failures/failure.ts';
import type { Audience } from '#app/domains/tickets/audience.ts';
import { mayReadTicket } from '#app/domains/tickets/audience.ts';
import { listTickets } from '#app/domains/tickets/ticket.list.ts';
import { arePosts, isKnownId } from '#app/domains/tickets/ticket.reader.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { viewTicket } from '#app/domains/tickets/ticket.view.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import { SortOrder } from '../connections/sort-order.ts';
import type { Context } from '../context.ts';
import { parseTicketFilter, TicketFilter, TicketOrder } from './filters.ts';
import { Ticket } from './refs.ts';
import { loadAudience, type Credentials, credentialArguments } from './shared.ts';
import { lookupArgument } from '../public/lookup.ts';

/** Throws if the caller may not read the ticket (docs/behaviour/tickets.md 2.2). */
export async function checkReadTicket({ site }: Context, audience: Audience, id: number, ticket: TicketRecord | null): Promise<void> {
  if (!ticket && !(await isKnownId(site, id))) throw notFound('ticket_not_found', 'There is no such ticket.');
  if (!ticket || !mayReadTicket(audience, ticket)) throw new Failure('ticket_not_accessible', 401, 'You may not see this ticket.');
}

const TicketPage = createPageType('Ticket', Ticket, 'tickets');

/** Throws `invalid_arguments` for lists that are empty or contain the ID of a post that does not exist. */
export async function checkPosts({ site }: Context, lists: Readonly<Record<string, readonly number[] | null | undefined>>): Promise<void> {
  const errors = await Promise.all(
    Object.entries(lists).map(async ([argument, ids]) =>
      ids && !(await arePosts(site, ids)) ? [[argument, 'Every ID must be the ID of a post.'] as const] : [],
    ),
  );
  if (errors.flat().length > 0) throw invalidArguments(Object.fromEntries(errors.flat()));
}

interface ListOptions {
  filter?: typeof TicketFilter.$inferInput | null | undefined;
}

const TicketNonces = builder.objectRef<Context>('TicketNonces').implement({
  description: 'Nonces for writing tickets over REST, like those of `nonce(action)`.',
  fields: (t) => ({
    add: t.string({ description: 'Nonce for a new ticket.', resolve: ({ site, viewer }) => createNonce(site, viewer, 'add_ticket_nonce') }),
    edit: t.string({
      description: 'Nonce for changing a ticket.',
      resolve: ({ site, viewer }) => createNonce(site, viewer, 'edit_ticket_nonce'),
    }),
    remove: t.string({
      description: 'Nonce for deleting a ticket.',
      resolve: ({ site, viewer }) => createNonce(site, viewer, 'remove_ticket_nonce'),
    }),
  }),
});

builder.queryFields((t) => ({
  ticket: t.field({
    type: Ticket,
    description: 'One ticket. While a password hides the ticket, its strings are empty and its numbers are 0.',
    args: { id: t.arg.int({ required: true, ...lookupArgument('Ticket', 'ID in the database.') }), ...credentialArguments },
    ...guard(async ({ id, ...credentials }: Credentials & { id: number }, context) =>
      checkReadTicket(context, await loadAudience(context, credentials), id, await context.load.tickets.ticket.load(id)),
    ),
    resolve: async (_root, { id, ...credentials }, context) =>
      viewTicket((await context.load.tickets.ticket.load(id)) as TicketRecord, await loadAudience(context, credentials)),
  }),
  ticketPage: t.field({
    type: TicketPage,
    description:
      'Tickets that you may see, page by page. Tickets of password-protected posts are included, but their strings are empty and their numbers are 0.',
    complexity: pageComplexity,
    args: {
      ...pageArguments,
      offset: t.arg.int({ description: 'Number of items to skip; used instead of `page`.' }),
      orderBy: t.arg({ type: TicketOrder, defaultValue: 'title', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
      filter: t.arg({ type: TicketFilter, description: 'Conditions for tickets.' }),
      ...credentialArguments,
    },
    ...guard(async ({ filter }: ListOptions, context) => {
      parseTicketFilter(filter ?? {});
      await checkPosts(context, { 'filter.postIds': filter?.postIds, 'filter.excludePostIds': filter?.excludePostIds });
    }),
    resolve: async (_root, args, context) => {
      const audience = await loadAudience(context, args);
      const page = await listTickets(context.site, audience, {
        ...selectPage(args),
        offset: args.offset,
        orderBy: args.orderBy ?? 'title',
        order: args.order ?? 'asc',
        filter: parseTicketFilter(args.filter ?? {}),
      });
      for (const ticket of page.nodes) context.load.tickets.ticket.prime(ticket.id, ticket);
      return { ...page, nodes: page.nodes.map((ticket) => viewTicket(ticket, audience)) };
    },
  }),
  ticketNonces: t.field({
    type: TicketNonces,
    nullable: true,
    ...publicAccess,
    description: 'Nonces for writing tickets; null unless you may write posts.',
    resolve: (_root, _args, context) => (context.viewer.can('edit_posts') ? context : null),
  }),
}));
