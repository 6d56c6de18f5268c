import {
  checkOrganizesWaitingEntry,
  offerPlacesToWaitingEntry,
  previewOrganizerMessage,
  removeWaitingEntry,
  renameAttendee,
  resendOrder,
  resendWaitingOffer,
  sellTicketsOfEvent,
  sendOrganizerMessage,
} from '#app/domains/organize/people.service.ts';
import { toOrganizerAudience } from '#app/domains/organize/access.ts';
import { listAttendeeMessages } from '#app/domains/tickets/attendee-message.ts';
import { loadAttendees } from '#app/domains/tickets/attendee.reader.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { buildOrderPath } from '#app/domains/tickets/qr/order-path.ts';
import { listEventWaitingEntries } from '#app/domains/organize/waiting.list.ts';
import { getWaitingEntry } from '#app/domains/tickets/waiting-list/waiting.service.ts';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { type PageArguments, pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { HoldLineInput } from '../tickets/holds/hold.ts';
import { Order } from '../tickets/order.ts';
import { Attendee } from '../tickets/refs.ts';
import { WaitingEntry } from '../tickets/waiting-list/waiting.ts';
import { reloadAttendee, reloadOrder } from './actions.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';
import {
  attendeeArgument,
  checkOrganizesEvent,
  eventArgument,
  requireAttendeeEditor,
  requireEventEditor,
  requireOrderEditor,
  orderArgument,
} from './event-access.ts';

const WaitingEntryPage = createPageType('WaitingEntry', WaitingEntry, 'entries of waiting lists');

const BoxOfficeSale = builder.objectRef<{ checkoutId: number }>('BoxOfficeSale').implement({
  description: 'A sale at the box office.',
  fields: (t) => ({
    order: t.prismaField({
      type: Order,
      nullable: true,
      description: 'The order; null if the sale contains only registrations.',
      resolve: (query, { checkoutId }, _args, { site }) => site.db.prisma.ticketOrder.findUnique({ ...query, where: { checkoutId } }),
    }),
    attendees: t.field({
      type: [Attendee],
      description: 'The attendees of the sale, sorted by ID.',
      resolve: async ({ checkoutId }, _args, { site, viewer }) => {
        const ids = await site.db.prisma.attendee.findMany({ where: { checkoutId }, select: { id: true }, orderBy: { id: 'asc' } });
        const attendees = await loadAttendees(
          site,
          ids.map(({ id }) => id),
        );
        return attendees.map((attendee) => viewAttendee(attendee, toOrganizerAudience(viewer)));
      },
    }),
    orderUrl: t.string({
      description: "URL of the buyer's order page.",
      resolve: ({ checkoutId }, _args, { site }) => site.config.siteUrl + buildOrderPath(site, checkoutId),
    }),
  }),
});

const AttendeeMessage = builder.prismaObject('AttendeeMessage', {
  description: 'A message that organizers sent to the attendees of an event. Each email address received one mail.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the message.' }),
    subject: t.exposeString('subject', { description: 'Subject of the message.' }),
    body: t.exposeString('body', { description: 'Text of the message, as plain text.' }),
    ticketIds: t.exposeIntList('ticketIds', {
      description: 'IDs of the tickets whose attendees received the message; empty if all attendees of the event received it.',
    }),
    includesUnpaid: t.exposeBoolean('includesUnpaid', { description: 'Whether the message was also sent to attendees who had not paid.' }),
    recipientCount: t.exposeInt('recipientCount', { description: 'Number of email addresses to which the message was sent.' }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the message was sent.' }),
  }),
});

type Preview = Awaited<ReturnType<typeof previewOrganizerMessage>>;
const MessagePreview = builder.objectRef<Preview>('AttendeeMessagePreview').implement({
  description: 'Preview of a message to attendees. Nothing is stored or sent.',
  fields: (t) => ({
    recipientCount: t.exposeInt('recipientCount', { description: 'Number of email addresses that would receive the message.' }),
    subject: t.string({ description: 'Subject of the message.', resolve: ({ message }) => message.subject }),
    text: t.string({ description: 'The mail as plain text.', resolve: ({ message }) => message.text }),
    html: t.string({ description: 'The mail as HTML.', resolve: ({ message }) => message.html }),
  }),
});

const MessageInput = builder.inputType('AttendeeMessageInput', {
  description: 'A message to attendees of an event.',
  fields: (t) => ({
    subject: t.string({ required: true, description: 'Subject, 1 to 200 characters.' }),
    body: t.string({ required: true, description: 'Plain text, 1 to 10,000 characters; a blank line starts a new paragraph.' }),
    ticketIds: t.intList({ description: 'IDs of the tickets whose attendees receive the message; all attendees of the event by default.' }),
    includesUnpaid: t.boolean({ description: 'Whether to also send the message to attendees who have not paid.' }),
  }),
});

const toMessage = (eventId: number, { subject, body, ticketIds, includesUnpaid }: typeof MessageInput.$inferInput) => ({
  eventId,
  subject,
  body,
  ticketIds: ticketIds ?? [],
  includesUnpaid: includesUnpaid ?? false,
});

builder.queryFields((t) => ({
  attendeeMessagesOfEvent: t.prismaField({
    type: [AttendeeMessage],
    description: 'Messages to the attendees of an event, newest first, at most 100; for users who may edit the event.',
    args: eventArgument,
    ...requireEventEditor,
    resolve: (query, _root, { eventId }, { site }) => listAttendeeMessages(site, eventId, query) as never,
  }),
  attendeeMessagePreview: t.field({
    type: MessagePreview,
    description: 'Preview of a message to the attendees of an event, without sending it; for users who may edit the event.',
    args: { ...eventArgument, message: t.arg({ type: MessageInput, required: true, description: 'The message to send.' }) },
    ...requireEventEditor,
    resolve: (_root, { eventId, message }, { site, viewer }) => previewOrganizerMessage(site, viewer, toMessage(eventId, message)),
  }),
  waitingListOfEvent: t.field({
    ...declareFormerName('waitingOfEvent'),
    type: WaitingEntryPage,
    description:
      'Entries of the waiting lists of an event that wait or have an offer, in the order in which places are offered; for users who may edit the event.',
    complexity: pageComplexity,
    args: { ...pageArguments, ...eventArgument },
    ...guard<PageArguments & { eventId: number }>(checkOrganizesEvent, (args) => void selectPage(args)),
    resolve: (_root, { eventId, page, perPage }, context, info) =>
      listEventWaitingEntries(context.site, eventId, selectPage({ page, perPage }), queryFromInfo({ context, info, path: ['nodes'] })),
  }),
}));

const requireEntryEditor = guard(
  async ({ id }: { id: number }, { site, viewer }: Context) => void (await checkOrganizesWaitingEntry(site, viewer, id)),
);

builder.mutationFields((t) => ({
  sellAtBoxOffice: t.field({
    type: BoxOfficeSale,
    description:
      'Sells tickets of an event at the box office, even if they are not on public sale. If not all places are free, nothing is sold. Error codes: `nothing_chosen`, `ticket_not_found`, `insufficient_stock`. For users who may edit the event.',
    args: {
      ...eventArgument,
      lines: t.arg({ type: [HoldLineInput], required: true, description: 'Quantities of tickets.' }),
      fullName: t.arg.string({ required: true, description: 'Name of the buyer, not blank.' }),
      email: t.arg.string({ description: 'Email address of the buyer, to which the tickets are sent; nothing is sent without it.' }),
      isPaid: t.arg.boolean({
        defaultValue: false,
        description: 'Whether the payment was received, so that the tickets are valid at once.',
      }),
    },
    ...requireEventEditor,
    resolve: async (_root, { eventId, lines, fullName, email, isPaid }, context) => {
      const { site, viewer } = context;
      const checkoutId = await sellTicketsOfEvent(site, viewer, { eventId, lines, fullName, email: email ?? '', isPaid: isPaid ?? false });
      context.load.tickets.clearTickets();
      return { checkoutId };
    },
  }),
  renameAttendee: t.field({
    type: Attendee,
    description:
      'Corrects name and email address of an attendee. The ticket stays valid. If the email address changed, the ticket is mailed to the new address. For users who may edit the event.',
    args: {
      ...attendeeArgument,
      fullName: t.arg.string({ required: true, description: 'Full name; must not be blank.' }),
      email: t.arg.string({ required: true, description: 'Email address of the attendee.' }),
    },
    ...requireAttendeeEditor,
    resolve: async (_root, { id, fullName, email }, context) => {
      await renameAttendee(context.site, context.viewer, id, { fullName, email });
      return await reloadAttendee(context, id);
    },
  }),
  resendOrder: t.prismaField({
    type: Order,
    description:
      'Mails the confirmation of an order to its buyer again. Error code `no_address`. For users who may edit the events of the order.',
    args: orderArgument,
    ...requireOrderEditor,
    resolve: async (query, _root, { id }, context) => {
      await resendOrder(context.site, context.viewer, id);
      return await reloadOrder(context, id, query);
    },
  }),
  offerToWaitingEntry: t.prismaField({
    type: WaitingEntry,
    description:
      'Offers free places to one entry of a waiting list now, out of turn, and mails the offer. Error codes: `not_waiting`, `not_on_sale`, `insufficient_stock`. For users who may edit the event.',
    args: { id: t.arg.int({ required: true, description: 'ID of the entry.' }) },
    ...requireEntryEditor,
    resolve: async (query, _root, { id }, { site, viewer, load }) => {
      await offerPlacesToWaitingEntry(site, viewer, id);
      load.tickets.clearTickets();
      return await getWaitingEntry(site, { id }, query);
    },
  }),
  resendWaitingOffer: t.prismaField({
    type: WaitingEntry,
    description: 'Mails the offer of an entry of a waiting list again. Error code `no_offer`. For users who may edit the event.',
    args: { id: t.arg.int({ required: true, description: 'ID of the entry.' }) },
    ...requireEntryEditor,
    resolve: async (query, _root, { id }, { site, viewer }) => {
      await resendWaitingOffer(site, viewer, id);
      return await getWaitingEntry(site, { id }, query);
    },
  }),
  removeWaitingEntry: t.boolean({
    ...payload('isRemoved', 'True once the entry is removed.'),
    description:
      'Removes an entry from a waiting list. If the entry has an offer, its places are offered to the next entry. For users who may edit the event.',
    args: { id: t.arg.int({ required: true, description: 'ID of the entry.' }) },
    ...requireEntryEditor,
    resolve: async (_root, { id }, { site, viewer }) => {
      await removeWaitingEntry(site, viewer, id);
      return true;
    },
  }),
  sendAttendeeMessage: t.prismaField({
    type: AttendeeMessage,
    description:
      'Sends a message to the attendees of an event, one mail to each email address. Replies go to your own email address. Error code `no_recipients`. For users who may edit the event.',
    args: {
      ...eventArgument,
      message: t.arg({ type: MessageInput, required: true, description: 'The message to send.' }),
      requestKey: t.arg.string({
        required: true,
        description:
          'Idempotency key: a random string of 16 to 100 characters. A repeated request with the same key does not send the message again.',
      }),
    },
    ...requireEventEditor,
    resolve: async (query, _root, { eventId, message, requestKey }, { site, viewer }) => {
      const id = await sendOrganizerMessage(site, viewer, toMessage(eventId, message), requestKey);
      return await site.db.prisma.attendeeMessage.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
}));
