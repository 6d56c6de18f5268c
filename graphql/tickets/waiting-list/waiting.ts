import { isLocked, mayReadTicket } from '#app/tickets/audience.ts';
import { notFound } from '#app/core/failure.ts';
import { type WaitingReason as Reason, whyWaiting } from '#app/tickets/waiting-list/waiting.reason.ts';
import {
  findEntry,
  joinWaitingList,
  leaveWaitingList,
  waitingKeyset,
  type WaitingRecord,
} from '#app/tickets/waiting-list/waiting.service.ts';
import { guard } from '../../access.ts';
import { builder } from '../../builder.ts';
import { connectionArguments, connectionComplexity } from '../../connections/arguments.ts';
import { connect } from '../../connections/connection.ts';
import { connectionType } from '../../connections/types.ts';
import { checkPerson } from '../attendee.mutations.ts';
import { whichOf } from '../holds/hold.ts';
import { audience, checkManager, keyArgument } from '../shared.ts';

const WaitingReason = builder.enumType('WaitingReason', {
  description: 'Why somebody waits.',
  values: {
    NOT_ON_SALE: { value: 'not_on_sale', description: 'The ticket or its post is not published.' },
    SALE_NOT_BEGUN: { value: 'sale_not_begun', description: 'The sale has not begun.' },
    SALE_ENDED: { value: 'sale_ended', description: 'The sale is over.' },
    SOLD_OUT: { value: 'sold_out', description: 'The ticket has no place left.' },
    NOT_ENOUGH_PLACES: { value: 'not_enough_places', description: 'The ticket has places, but fewer than wanted.' },
    SHARED_CAPACITY: { value: 'shared_capacity', description: 'The ticket has enough, but not what it shares with others of the post.' },
    OTHERS_FIRST: { value: 'others_first', description: 'There are places, but others came before.' },
    NEXT: { value: 'next', description: 'Nothing stands in the way: an offer is about to be made.' },
  } as const satisfies Record<string, { value: Reason; description: string }>,
});

const WaitingStatus = builder.enumType('WaitingStatus', {
  description: 'How it stands with somebody who waits.',
  values: {
    WAITING: { value: 'waiting', description: 'Waits.' },
    OFFERED: { value: 'offered', description: 'Has an offer.' },
    TAKEN: { value: 'taken', description: 'Took up the offer.' },
    EXPIRED: { value: 'expired', description: 'Let the offer pass.' },
    LEFT: { value: 'left', description: 'Does not want to wait any more.' },
  } as const,
});

const WaitingEntry = builder.objectRef<WaitingRecord>('WaitingEntry').implement({
  description: 'Somebody who waits for places of a ticket.',
  fields: (t) => ({
    databaseId: t.int({ description: 'Its number; lower ones are served first.', resolve: (entry) => entry.id }),
    ticketId: t.int({ description: 'Number of the ticket.', resolve: (entry) => entry.ticketId }),
    quantity: t.int({ description: 'So many places.', resolve: (entry) => entry.quantity }),
    fullName: t.string({ description: 'Who waits.', resolve: (entry) => entry.fullName }),
    email: t.string({ description: 'Their address.', resolve: (entry) => entry.email }),
    status: t.field({ type: WaitingStatus, description: 'How it stands.', resolve: (entry) => entry.status as 'waiting' }),
    ahead: t.int({ description: 'So many entries for the same ticket are before it.', resolve: (entry) => entry.ahead }),
    reason: t.field({
      type: WaitingReason,
      nullable: true,
      description: 'Why it waits; null once it does not.',
      resolve: async (entry, _args, { site, load }) =>
        entry.status === 'waiting' ? whyWaiting(site, await load.tickets.ticket.load(entry.ticketId), entry.quantity, entry.ahead) : null,
    }),
    offerExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when the offered places are kept.',
      resolve: (entry) => entry.offerExpiresAt,
    }),
    offerId: t.int({ nullable: true, description: 'Number of the hold that is offered.', resolve: (entry) => entry.holdId }),
    createdAt: t.field({ type: 'DateTime', description: 'Since when.', resolve: (entry) => entry.createdUtc }),
  }),
});

const JoinPayload = builder.objectRef<{ entry: WaitingRecord; token: string }>('JoinWaitingListPayload').implement({
  description: 'An entry of a waiting list, and what opens it.',
  fields: (t) => ({
    entry: t.field({ type: WaitingEntry, description: 'The entry.', resolve: ({ entry }) => entry }),
    token: t.string({
      description: 'Opens the entry, and the hold that is offered to it. It is shown only here.',
      resolve: ({ token }) => token,
    }),
  }),
});

const WaitingDraft = builder.inputType('WaitingDraft', {
  description: 'Somebody who wants to wait.',
  fields: (t) => ({
    ticketId: t.int({ required: true, description: 'For this ticket.' }),
    quantity: t.int({ defaultValue: 1, description: 'So many places, 1 to 100.' }),
    fullName: t.string({ required: true, description: 'Full name, not blank.' }),
    email: t.string({ required: true, description: 'Address; it waits for a ticket once.' }),
    password: t.string({ description: 'Password of the post, where it has one.' }),
  }),
});

builder.mutationField('joinWaitingList', (t) =>
  t.field({
    type: JoinPayload,
    description:
      'Puts somebody on the waiting list of a ticket that cannot be had at the moment. Places that come back are offered in order.',
    args: { draft: t.arg({ type: WaitingDraft, required: true, description: 'Who, and for what.' }) },
    ...guard(async ({ draft }: { draft?: typeof WaitingDraft.$inferInput }, context) => {
      if (!draft) return;
      checkPerson('draft', draft);
      const reader = audience(context, { password: draft.password });
      const ticket = await context.load.tickets.ticket.load(draft.ticketId);
      if (!ticket || !mayReadTicket(reader, ticket) || isLocked(reader, ticket.post))
        throw notFound('ticket-not-found', 'There is no such ticket.');
    }),
    resolve: async (_root, { draft: { ticketId, fullName, email, quantity } }, { site, load }) => {
      const ticket = await load.tickets.ticket.load(ticketId);
      if (!ticket) throw notFound('ticket-not-found', 'There is no such ticket.');
      return await joinWaitingList(site, ticket, { fullName: fullName.trim(), email, quantity: quantity ?? 1 });
    },
  }),
);

const whichArguments = builder.args((t) => ({
  token: t.string({ description: 'What opens the entry.' }),
  id: t.int({ description: 'Its number instead; for managers of attendees.' }),
  ...keyArgument,
}));

interface Which {
  token?: string | null | undefined;
  id?: number | null | undefined;
  apiKey?: string | null | undefined;
}

builder.queryField('waitingEntry', (t) =>
  t.field({
    type: WaitingEntry,
    description: 'An entry of a waiting list.',
    args: whichArguments,
    ...guard((args: Which, context) => void whichOf(context, args)),
    resolve: (_root, args, context) => findEntry(context.site, whichOf(context, args)),
  }),
);

builder.mutationField('leaveWaitingList', (t) =>
  t.field({
    type: WaitingEntry,
    description: 'Takes an entry off the list; what was offered to it goes to the next.',
    args: whichArguments,
    ...guard((args: Which, context) => void whichOf(context, args)),
    resolve: async (_root, args, context) => {
      const entry = await leaveWaitingList(context.site, whichOf(context, args));
      context.load.tickets.forgetTickets();
      return entry;
    },
  }),
);

const WaitingEntryConnection = connectionType('WaitingEntry', WaitingEntry, 'entries of waiting lists');

const WaitingFilter = builder.inputType('WaitingFilter', {
  description: 'Which entries; conditions that are left out do not limit.',
  fields: (t) => ({
    ticketId: t.int({ description: 'For this ticket.' }),
    postId: t.int({ description: 'For tickets of this post or event.' }),
    statuses: t.field({ type: [WaitingStatus], description: 'How they stand; who waits or has an offer unless given.' }),
  }),
});

builder.queryField('waitingList', (t) =>
  t.field({
    type: WaitingEntryConnection,
    description: 'Who waits, and why, in the order in which they are served; for managers of attendees.',
    args: { ...connectionArguments, filter: t.arg({ type: WaitingFilter, description: 'Which entries.' }), ...keyArgument },
    complexity: connectionComplexity,
    ...guard(({ apiKey }: { apiKey?: string | null | undefined }, context) => checkManager(context, apiKey)),
    resolve: (_root, { filter, apiKey: _key, ...args }, context) => connect(context, waitingKeyset(filter ?? {}), 'waiting', args),
  }),
);
