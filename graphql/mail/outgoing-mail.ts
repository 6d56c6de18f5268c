import { refused } from '#app/core/failure.ts';
import type { Message } from '#app/mail/delivery.ts';
import { listMail, type MailRecord } from '#app/mail/mail.list.ts';
import { senderOf } from '#app/mail/mail.settings.ts';
import type { MailStatus } from '#app/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { ticketMessages } from '#app/tickets/ticket-mail.ts';
import { offerMessages } from '#app/tickets/waiting-list/offer-mail.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { pageArguments, pageComplexity, pageOf } from '../connections/page.ts';
import { pageType } from '../connections/types.ts';
import { Attendee } from '../tickets/refs.ts';
import { audience } from '../tickets/shared.ts';

const MailMessage = builder.objectRef<Message>('MailMessage').implement({
  description: 'What a message says. It is made from the present state of its ticket or offer, as it is when it is sent.',
  fields: (t) => ({
    from: t.string({ description: 'Address of the sender.', resolve: (_message, _args, { site }) => senderOf(site).address }),
    to: t.string({ description: 'Address of the recipient.', resolve: ({ to }) => to.address }),
    subject: t.string({ description: 'Subject.', resolve: ({ subject }) => subject }),
    text: t.string({ description: 'As plain text.', resolve: ({ text }) => text }),
    html: t.string({ description: 'As HTML; pictures are named by content id (`cid:`).', resolve: ({ html }) => html }),
  }),
});

const OutgoingMailStatus = builder.enumType('OutgoingMailStatus', {
  description: 'What became of a message.',
  values: {
    WAITING: { value: 'waiting', description: 'It is to be sent, or to be tried again.' },
    SENT: { value: 'sent', description: 'The mail server took it.' },
    FAILED: { value: 'failed', description: 'It was refused for good.' },
    KEPT: { value: 'kept', description: 'There was no mail server.' },
    DROPPED: { value: 'dropped', description: 'There was nothing to say any more.' },
  } as const satisfies Record<Uppercase<MailStatus>, { value: MailStatus; description: string }>,
});

/** A message of a page; what the messages of the page say is made at once for all of them, when one is asked. */
interface MailOnPage extends MailRecord {
  messages: () => Promise<Map<number, Message>>;
}

/** What the messages say, by number of their recipients. */
async function messagesOf(site: Site, mails: readonly MailRecord[]): Promise<Map<number, Message>> {
  const [tickets, offers] = await Promise.all([
    ticketMessages(site, [...new Set(mails.flatMap(({ attendeeId }) => attendeeId ?? []))]),
    offerMessages(site, [...new Set(mails.flatMap(({ entryId }) => entryId ?? []))]),
  ]);
  return new Map([...tickets, ...offers]);
}

const OutgoingMail = builder.objectRef<MailOnPage>('OutgoingMail').implement({
  description: 'A message to an attendee or to somebody on a waiting list, with what became of it.',
  fields: (t) => ({
    databaseId: t.int({ description: 'Its number.', resolve: ({ id }) => id }),
    kind: t.string({
      description: '`ticket` = brings the ticket, `offer` = offers places to somebody who waits.',
      resolve: ({ kind }) => kind,
    }),
    status: t.field({ type: OutgoingMailStatus, description: 'What became of it.', resolve: ({ status }) => status as MailStatus }),
    attempts: t.int({ description: 'How often it was tried since it was asked for.', resolve: ({ attempts }) => attempts }),
    recipient: t.string({ description: 'Where it was sent last; empty before.', resolve: ({ recipient }) => recipient }),
    lastError: t.string({
      description: 'What the mail server said to the last attempt; empty after a success.',
      resolve: ({ lastError }) => lastError,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was first asked for.', resolve: ({ createdUtc }) => createdUtc }),
    dueAt: t.field({ type: 'DateTime', description: 'When it is tried next, while it waits.', resolve: ({ dueAt }) => dueAt }),
    sentAt: t.field({ type: 'DateTime', nullable: true, description: 'When it was sent last.', resolve: ({ sentAt }) => sentAt }),
    attendee: t.field({
      type: Attendee,
      nullable: true,
      description: 'Whom a ticket is for.',
      resolve: async ({ attendeeId }, _args, context) => {
        const attendee = attendeeId === null ? null : await context.load.tickets.attendee.load(attendeeId);
        return attendee && { attendee, audience: audience(context, {}) };
      },
    }),
    waitingEntryId: t.int({
      nullable: true,
      description: 'Number of the entry of a waiting list that an offer is for.',
      resolve: ({ entryId }) => entryId,
    }),
    message: t.field({
      type: MailMessage,
      nullable: true,
      description: 'What it says; null when the ticket lets nobody in any more, or the offer is over.',
      resolve: async ({ attendeeId, entryId, messages }) => (await messages()).get(attendeeId ?? entryId ?? 0) ?? null,
    }),
  }),
});

const OutgoingMailPage = pageType('OutgoingMail', OutgoingMail, 'messages');

builder.queryField('outgoingMailPage', (t) =>
  t.field({
    type: OutgoingMailPage,
    description: 'Messages that the site sent, wants to send, or keeps because it has no mail server; newest first. For administrators.',
    complexity: pageComplexity,
    args: {
      ...pageArguments,
      status: t.arg({ type: OutgoingMailStatus, description: 'Only in this state.' }),
      attendeeId: t.arg.int({ description: 'Only to this attendee.' }),
    },
    ...guard((_args: object, { viewer }) => {
      if (!viewer.can('manage_options'))
        throw refused(viewer, 'rest_forbidden', 'Sorry, you are not allowed to read the mail of the site.');
    }),
    resolve: async (_root, { page, perPage, status, attendeeId }, { site }) => {
      const found = await listMail(site, { ...pageOf({ page, perPage }), status, attendeeId });
      let made: Promise<Map<number, Message>> | undefined;
      const messages = () => (made ??= messagesOf(site, found.nodes));
      return { ...found, nodes: found.nodes.map((node) => ({ ...node, messages })) };
    },
  }),
);
