import { createLoader } from '#app/core/batching/grouped-reads.ts';
import { isPasswordMissing, mayReadTicket } from '#app/domains/tickets/audience.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { type WaitingReason as Reason, getWaitingReason } from '#app/domains/tickets/waiting-list/waiting.reason.ts';
import {
  countWaitingEntries,
  getWaitingEntry,
  joinWaitingList,
  leaveWaitingList,
  listWaitingEntries,
  countWaitingAhead,
} from '#app/domains/tickets/waiting-list/waiting.service.ts';
import { checkPerson } from '#app/domains/tickets/person.rules.ts';
import { guard } from '../../access.ts';
import { builder } from '../../builder.ts';
import { visibleTo } from '../../global-ids.ts';
import { type HoldArguments, toHoldKey } from '../holds/hold.ts';
import { getAudience, checkManager } from '../shared.ts';
import { lookupArgument } from '../../public/lookup.ts';
import { cachePerResponse } from '../../per-request.ts';

const WaitingReason = builder.enumType('WaitingReason', {
  description: 'Reason why an entry waits.',
  values: {
    NOT_ON_SALE: { value: 'not_on_sale', description: 'The ticket or its post is not published.' },
    SALE_NOT_BEGUN: { value: 'sale_not_begun', description: 'The sale has not begun.' },
    SALE_ENDED: { value: 'sale_ended', description: 'The sale has ended.' },
    SOLD_OUT: { value: 'sold_out', description: 'The ticket has no place left.' },
    NOT_ENOUGH_PLACES: { value: 'not_enough_places', description: 'The ticket has places, but fewer than requested.' },
    SHARED_CAPACITY: {
      value: 'shared_capacity',
      description: 'The ticket has enough places, but the capacity that it shares with other tickets does not.',
    },
    OTHERS_FIRST: { value: 'others_first', description: 'Earlier entries will get an offer first.' },
    NEXT: { value: 'next', description: 'An offer will be sent soon.' },
  } as const satisfies Record<string, { value: Reason; description: string }>,
});

const WaitingStatus = builder.enumType('WaitingStatus', {
  description: 'Status of an entry of a waiting list.',
  values: {
    WAITING: { value: 'waiting', description: 'The entry is waiting.' },
    OFFERED: { value: 'offered', description: 'The entry has an offer.' },
    TAKEN: { value: 'taken', description: 'The offer was accepted.' },
    EXPIRED: { value: 'expired', description: 'The offer has expired.' },
    LEFT: { value: 'left', description: 'The person has left the list.' },
  } as const,
});

/** Returns a loader that counts the entries ahead of an entry, with one query for all entries of a response. */
const getAheadLoader = cachePerResponse(({ site }) => createLoader<number, number>('waiting ahead', (ids) => countWaitingAhead(site, ids)));

/** GraphQL type of the model `WaitingEntry`. The token is not stored. */
export const WaitingEntry = builder.prismaNode('WaitingEntry', {
  description: 'An entry of a waiting list for a ticket.',
  ...visibleTo((context) => getAudience(context).isManager),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the entry; entries with lower IDs get offers first.' }),
    ticketId: t.exposeInt('ticketId', { description: 'ID of the ticket.' }),
    quantity: t.exposeInt('quantity', { description: 'Number of places.' }),
    fullName: t.exposeString('fullName', { description: 'Full name of the person who waits.' }),
    email: t.exposeString('email', { description: 'Email address of the person who waits.' }),
    status: t.field({ type: WaitingStatus, description: 'Current status of the entry.', resolve: (entry) => entry.status as 'waiting' }),
    placesSetAside: t.exposeInt('setAside', {
      description:
        'Number of places that are set aside for the entry until there are enough for an offer. Places are set aside for the first entry of the list after too few places were released for it three times.',
    }),
    ahead: t.int({
      description: 'Number of earlier entries for the same ticket.',
      resolve: (entry, _args, context) => getAheadLoader(context).load(entry.id),
    }),
    reason: t.field({
      type: WaitingReason,
      nullable: true,
      description: 'Reason why the entry waits; null if it does not wait.',
      resolve: async ({ id, status, ticketId, quantity }, _args, context) =>
        status === 'waiting'
          ? getWaitingReason(
              context.site,
              await context.load.tickets.ticket.load(ticketId),
              quantity,
              await getAheadLoader(context).load(id),
            )
          : null,
    }),
    offerExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the offer expires; null without an offer.',
      select: { hold: { select: { expiresAt: true } } },
      resolve: ({ hold }) => hold?.expiresAt ?? null,
    }),
    offerId: t.int({
      nullable: true,
      description: 'ID of the offered hold; null without an offer.',
      select: { hold: { select: { id: true } } },
      resolve: ({ hold }) => hold?.id ?? null,
    }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the person joined the waiting list.' }),
  }),
});

const JoinPayload = builder.objectRef<{ id: number; token: string }>('JoinWaitingListPayload').implement({
  description: 'The new entry of a waiting list, with its token.',
  fields: (t) => ({
    entry: t.prismaField({
      type: WaitingEntry,
      description: 'The entry of the waiting list.',
      resolve: (query, { id }, _args, { site }) => getWaitingEntry(site, { id }, query),
    }),
    token: t.exposeString('token', {
      description: 'Token that gives access to the entry, and to the hold that is offered to it. It is only returned here.',
    }),
  }),
});

const WaitingDraft = builder.inputType('WaitingDraft', {
  description: 'An entry to add to a waiting list.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'ID of the ticket.' }),
    quantity: t.int({ defaultValue: 1, description: 'Number of places, 1 to 100.' }),
    fullName: t.string({ required: true, description: 'Full name; must not be blank.' }),
    email: t.string({ required: true, description: 'Email address. Each address can be on the waiting list of a ticket only once.' }),
    password: t.string({ description: 'Password of the post; required if it has one.' }),
  }),
});

const entryArguments = builder.args((t) => ({
  token: t.string({ description: 'Token of the entry.' }),
  id: t.int({
    ...lookupArgument('WaitingEntry', 'ID of the entry, instead of the token; for managers of attendees.', {
      token: { description: 'Token of the entry of the waiting list.', argument: 'token' },
    }),
  }),
}));

builder.mutationFields((t) => ({
  joinWaitingList: t.field({
    type: JoinPayload,
    description:
      'Adds a person to the waiting list of a ticket that is not available. Released places are offered to the first entry of the list for which there are enough places.',
    args: { draft: t.arg({ type: WaitingDraft, required: true, description: 'The person and the ticket.' }) },
    ...guard(async ({ draft }: { draft?: typeof WaitingDraft.$inferInput }, context) => {
      if (!draft) return;
      checkPerson('draft', draft);
      const callerAudience = getAudience(context, { password: draft.password });
      const ticket = await context.load.tickets.ticket.load(draft.ticketId);
      if (!ticket || !mayReadTicket(callerAudience, ticket) || isPasswordMissing(callerAudience, ticket.post))
        throw notFound('ticket_not_found', 'There is no such ticket.');
    }),
    resolve: async (_root, { draft: { ticketId, fullName, email, quantity } }, { site, load }) => {
      const ticket = await load.tickets.ticket.load(ticketId);
      if (!ticket) throw notFound('ticket_not_found', 'There is no such ticket.');
      return await joinWaitingList(site, ticket, { fullName: fullName.trim(), email, quantity: quantity ?? 1 });
    },
  }),
  leaveWaitingList: t.prismaField({
    type: WaitingEntry,
    description: 'Removes an entry from the waiting list. If the entry has an offer, its places are offered to the next entry.',
    args: entryArguments,
    ...guard((args: HoldArguments, context) => void toHoldKey(context, args)),
    resolve: async (query, _root, args, context) => {
      const id = await leaveWaitingList(context.site, toHoldKey(context, args));
      context.load.tickets.clearTickets();
      return await getWaitingEntry(context.site, { id }, query);
    },
  }),
}));

const WaitingFilter = builder.inputType('WaitingFilter', {
  description: 'Conditions for entries; all of them have to match.',
  fields: (t) => ({
    ticketId: t.int({ description: 'Only entries for this ticket.' }),
    postId: t.int({ description: 'Only entries for tickets of this post or event.' }),
    statuses: t.field({
      type: [WaitingStatus],
      description: 'Only entries with one of these statuses; `WAITING` and `OFFERED` by default.',
    }),
  }),
});

builder.queryFields((t) => ({
  waitingEntry: t.prismaField({
    type: WaitingEntry,
    description: 'An entry of a waiting list, by its token. Managers of attendees can use its ID instead.',
    args: entryArguments,
    ...guard((args: HoldArguments, context) => void toHoldKey(context, args)),
    resolve: (query, _root, args, context) => getWaitingEntry(context.site, toHoldKey(context, args), query),
  }),
  waitingList: t.prismaConnection(
    {
      type: WaitingEntry,
      cursor: 'id',
      description:
        'Entries of waiting lists and the reasons why they wait, in the order in which places are offered; for managers of attendees.',
      args: { filter: t.arg({ type: WaitingFilter, description: 'Conditions for entries.' }) },
      ...guard((_args: object, context) => checkManager(context)),
      totalCount: (_root, { filter }, { site }) => countWaitingEntries(site, filter ?? {}),
      resolve: (query, _root, { filter }, { site }) => listWaitingEntries(site, filter ?? {}, query),
    },
    { name: 'WaitingEntryConnection', description: 'A part of a list of entries of waiting lists.' },
    { name: 'WaitingEntryEdge', description: 'An item of a list of entries of waiting lists.' },
  ),
}));
