import type DataLoader from 'dataloader';
import { createLoader } from '#app/core/batching/grouped-reads.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { Message } from '#app/core/mail/composer.ts';
import { findComposer } from '#app/domains/site/find-composer.ts';
import { openPayload } from '#app/core/mail/payload.ts';
import { countMail, listMail, type MailRecord, readMail } from '#app/core/mail/mail.list.ts';
import { getSender } from '#app/core/mail/mail.settings.ts';
import type { MailStatus } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import { renderTicketMessages } from '#app/domains/tickets/ticket-mail.ts';
import { renderOfferMessages } from '#app/domains/tickets/waiting-list/offer-mail.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { visibleTo } from '../global-ids.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { Attendee } from '../tickets/refs.ts';
import { getAudience } from '../tickets/shared.ts';
import { cachePerResponse } from '../per-request.ts';

const MailMessage = builder.objectRef<Message>('MailMessage').implement({
  description: 'Content of a mail. It is generated from the current ticket or offer, as it would be sent now.',
  fields: (t) => ({
    from: t.string({ description: 'Email address of the sender.', resolve: (_message, _args, { site }) => getSender(site).address }),
    to: t.string({ description: 'Email address of the recipient.', resolve: ({ to }) => to.address }),
    subject: t.exposeString('subject', { description: 'Subject of the mail.' }),
    text: t.exposeString('text', { description: 'Text of the mail, as plain text.' }),
    html: t.exposeString('html', { description: 'HTML of the mail. Pictures are referenced by content ID (`cid:`).' }),
  }),
});

const OutgoingMailStatus = builder.enumType('OutgoingMailStatus', {
  description: 'State of a mail.',
  values: {
    WAITING: { value: 'waiting', description: 'The mail is queued.' },
    SENT: { value: 'sent', description: 'The mail server accepted the mail.' },
    FAILED: { value: 'failed', description: 'The mail server refused the mail permanently.' },
    KEPT: { value: 'kept', description: 'The mail is stored, because no mail server is configured.' },
    DROPPED: { value: 'dropped', description: 'The mail became obsolete before it was sent.' },
  } as const satisfies Record<Uppercase<MailStatus>, { value: MailStatus; description: string }>,
});

/** Loads a message by the ID of its recipient; null if the message is obsolete. */
type Messages = DataLoader<number, Message | null>;

const createMailLoader = (read: (site: Site, ids: readonly number[]) => Promise<Map<number, Message>>, site: Site): Messages =>
  createLoader('messages', async (ids) => {
    const messages = await read(site, ids);
    return ids.map((id) => messages.get(id) ?? null);
  });

/** Composes the messages of all mails of a response together when the first one is read. */
const getMailLoaders = cachePerResponse(({ site }) => ({
  tickets: createMailLoader(renderTicketMessages, site),
  offers: createMailLoader(renderOfferMessages, site),
}));

async function loadMessage({ attendeeId, entryId, kind, payload }: MailRecord, context: Context): Promise<Message | null> {
  if (attendeeId !== null && kind === 'ticket') return await getMailLoaders(context).tickets.load(attendeeId);
  if (entryId !== null) return await getMailLoaders(context).offers.load(entryId);
  const { site } = context;
  if (attendeeId !== null) return (await findComposer(site, kind)?.(site, { recipientId: attendeeId, payload: null })) ?? null;
  if (payload === null) return null;
  return (await findComposer(site, kind)?.(site, { recipientId: 0, payload: openPayload(site, payload) })) ?? null;
}

const mayReadMail = ({ viewer }: Context) => viewer.can('manage_options');

/** GraphQL type of the model `OutgoingMail`. Its text is composed when it is selected. */
const OutgoingMail = builder.prismaNode('OutgoingMail', {
  description: 'A mail of the site, with its status.',
  ...visibleTo(mayReadMail),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    kind: t.exposeString('kind', {
      description:
        'Type of the mail: `ticket` contains the ticket, `ticket-cancelled` reports a cancellation, and `offer` offers places to a person on a waiting list. Other types are named after their subject.',
    }),
    status: t.field({ type: OutgoingMailStatus, description: 'State of the mail.', resolve: ({ status }) => status as MailStatus }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts to send the mail since it was last queued.' }),
    recipient: t.exposeString('recipient', { description: 'Email address of the last delivery; empty before the first delivery.' }),
    lastError: t.exposeString('lastError', { description: 'Response of the mail server to the last attempt; empty after a success.' }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the mail was first queued.' }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      description: 'When the next attempt to send the mail is due. It only applies to mails with the status `WAITING`.',
    }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the mail was last sent; null if it was never sent.',
    }),
    attendee: t.field({
      type: Attendee,
      nullable: true,
      description: 'Attendee of the ticket; null for mails that are not about a ticket.',
      resolve: async ({ attendeeId }, _args, context) => {
        const attendee = attendeeId === null ? null : await context.load.tickets.attendee.load(attendeeId);
        return attendee && viewAttendee(attendee, getAudience(context, {}));
      },
    }),
    waitingEntryId: t.exposeInt('entryId', {
      nullable: true,
      description: 'ID of the entry in the waiting list; null unless the mail is an offer.',
    }),
    message: t.field({
      type: MailMessage,
      nullable: true,
      description:
        'Content of the mail; null if the ticket is invalid, if the offer has expired, or if the mail contained a secret and was sent.',
      resolve: (mail, _args, context) => loadMessage(mail as MailRecord, context),
    }),
  }),
});

const OutgoingMailPage = createPageType('OutgoingMail', OutgoingMail, 'mails');

const administrators = guard((_args: object, context: Context) => {
  if (!mayReadMail(context)) throw refused(context.viewer, 'forbidden', 'Sorry, you are not allowed to read the mail of the site.');
});

const conditions = builder.args((t) => ({
  status: t.field({ type: OutgoingMailStatus, description: 'Only mails with this status.' }),
  attendeeId: t.int({ description: 'Only mails to this attendee.' }),
}));

const description = 'Mails that the site has sent, will send, or stores because it has no mail server; newest first. For administrators.';

builder.queryFields((t) => ({
  outgoingMailPage: t.field({
    type: OutgoingMailPage,
    description,
    complexity: pageComplexity,
    args: { ...pageArguments, ...conditions },
    ...administrators,
    resolve: (_root, { page, perPage, ...filter }, { site }) => listMail(site, { ...selectPage({ page, perPage }), ...filter }),
  }),
  outgoingMail: t.prismaConnection(
    {
      type: OutgoingMail,
      cursor: 'id',
      description,
      args: conditions,
      ...administrators,
      totalCount: (_root, filter, { site }) => countMail(site, filter),
      resolve: (query, _root, filter, { site }) => readMail(site, filter, query),
    },
    { name: 'OutgoingMailConnection', description: 'A part of a list of mails.' },
    { name: 'OutgoingMailEdge', description: 'An item of a list of mails.' },
  ),
}));
