import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import type { Row } from '#app/core/db/model.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { invalid, invalidArguments, throwIfRefused } from '#app/core/failures/failure.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { MailContext, Message } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { notifyMailQueued, postMails } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from './attendee.reader.ts';
import { listTimeAndPlace } from './mail-layout.ts';
import { loadEventsOfPosts } from './qr/ticket-sheet.ts';
import { entryStatuses } from './statuses.ts';

/** Kind of the mails that contain a message of an organizer. */
export const ATTENDEE_MESSAGE = 'attendee-message';

/** A message of an organizer to the attendees of an event. */
export interface AttendeeMessageInput {
  eventId: number;
  /** Restricts the recipients to attendees with these tickets. Empty means all tickets. */
  ticketIds: readonly number[];
  /** True to include attendees who have a place but have not paid yet. */
  includesUnpaid: boolean;
  subject: string;
  /** Plain text; blank lines separate paragraphs. */
  body: string;
}

const MAX_SUBJECT_LENGTH = 200;
const MAX_BODY_LENGTH = 10_000;
const MIN_KEY_LENGTH = 16;

const recipients = statement(
  'recipients_of_attendee_message',
  `SELECT min(a.id) AS id FROM attendee a WHERE a.post_id = $1 AND a.status = 'publish' AND a.email <> ''
    AND (a.order_status = ANY($2::text[]) OR ($3::bool AND a.holds_place)) AND ($4::int[] = '{}' OR a.ticket_id = ANY($4::int[]))
  GROUP BY lower(a.email) ORDER BY 1`,
  rowShape({ id: 'int' }),
);

type Recipients = Pick<AttendeeMessageInput, 'eventId' | 'ticketIds' | 'includesUnpaid'>;
const buildRecipientParameters = ({ eventId, ticketIds, includesUnpaid }: Recipients) =>
  [eventId, [...entryStatuses], includesUnpaid, ticketIds] as const;

/** Removes control characters and surrounding spaces from a message. Throws `invalid_arguments` for an empty or too long subject or body. */
function normalizeMessage(input: AttendeeMessageInput): AttendeeMessageInput {
  // plain text is escaped when it becomes HTML, so only control characters are removed
  const subject = input.subject.replace(/\p{Cc}+/gu, ' ').trim();
  const body = input.body.replace(/(?!\n)\p{Cc}/gu, '').trim();
  throwIfRefused({
    ...((subject === '' || subject.length > MAX_SUBJECT_LENGTH) && { subject: `A subject has 1 to ${MAX_SUBJECT_LENGTH} characters.` }),
    ...((body === '' || body.length > MAX_BODY_LENGTH) && { body: `A message has 1 to ${MAX_BODY_LENGTH} characters.` }),
  });
  return { ...input, subject, body };
}

async function composeMessage(
  site: Site,
  to: Message['to'],
  { eventId, subject, body, replyTo }: Pick<AttendeeMessageInput, 'eventId' | 'subject' | 'body'> & { replyTo: string },
): Promise<Message> {
  const translate = getDefaultTexts(site);
  const event = (await loadEventsOfPosts(site, [eventId], translate)).get(eventId);
  const facts = event ? [event.title, ...listTimeAndPlace(translate, event).map(([label, text]) => `${label}: ${text}`)].join('\n') : '';
  const message = writeLetter(site, {
    to,
    subject,
    parts: [
      ...body
        .split(/\n{2,}/)
        .map((paragraph) => paragraph.trim())
        .filter((paragraph) => paragraph !== ''),
      ...(facts === '' ? [] : [facts]),
      ...(event?.url ? [{ link: event.url, label: translate('mail.attendeeMessage.see') }] : []),
      translate('mail.attendeeMessage.why'),
    ],
    language: translate.language,
  });
  return { ...message, ...(replyTo !== '' && { headers: { 'Reply-To': replyTo } }) };
}

/** Previews a message, and counts the email addresses that would receive it. Stores and sends nothing. Throws `invalid_arguments`. */
export async function previewAttendeeMessage(
  site: Site,
  message: AttendeeMessageInput,
  author: { name: string; email: string },
): Promise<{ recipientCount: number; message: Message }> {
  const input = normalizeMessage(message);
  const [recipientRows, preview] = await Promise.all([
    site.db.rows(recipients, [...buildRecipientParameters(input)]),
    composeMessage(site, { name: author.name, address: author.email }, { ...input, replyTo: author.email }),
  ]);
  return { recipientCount: recipientRows.length, message: preview };
}

/**
 * Stores a message to the attendees of an event, and queues one mail for each email address, in one transaction. Sends nothing if a message with the
 * same `requestKey` already exists. Returns the ID of the message. Throws `invalid_arguments`, `no_recipients`.
 */
export async function sendAttendeeMessage(
  site: Site,
  message: AttendeeMessageInput,
  authorId: number,
  requestKey: string,
): Promise<number> {
  if (requestKey.length < MIN_KEY_LENGTH || requestKey.length > 100)
    throw invalidArguments({ requestKey: `A key has ${MIN_KEY_LENGTH} to 100 characters.` });
  const input = normalizeMessage(message);
  const key = `${authorId} ${input.eventId} ${requestKey}`;
  const findStored = () => site.db.prisma.attendeeMessage.findUnique({ where: { requestKey: key }, select: { id: true } });
  const existing = await findStored();
  if (existing) return existing.id;
  try {
    const id = await site.db.transaction(async (tx) => {
      const attendees = await queryIn(tx, recipients, ...buildRecipientParameters(input));
      if (attendees.length === 0) throw invalid('no_recipients', 'No attendee would get this message.');
      const { eventId, ticketIds, includesUnpaid, subject, body } = input;
      const stored = await tx.attendeeMessage.create({
        data: {
          eventId,
          authorId,
          ticketIds: [...ticketIds],
          includesUnpaid,
          subject,
          body,
          recipientCount: attendees.length,
          requestKey: key,
          createdUtc: now(),
        },
        select: { id: true },
      });
      await postMails(
        site,
        tx,
        ATTENDEE_MESSAGE,
        attendees.map(({ id: attendeeId }) => ({ messageId: stored.id, attendeeId })),
      );
      return stored.id;
    });
    notifyMailQueued(site);
    return id;
  } catch (error) {
    const concurrent = isUniqueViolation(error, 'attendee_message_request_key_key') ? await findStored() : null;
    if (!concurrent) throw error;
    return concurrent.id;
  }
}

/** Returns the mail with the message for one recipient, or null if the attendee was removed or the message no longer exists. */
export async function renderAttendeeMessage(site: Site, { payload }: MailContext): Promise<Message | null> {
  const { messageId, attendeeId } = payload as { messageId: number; attendeeId: number };
  const message = await site.db.prisma.attendeeMessage.findUnique({
    where: { id: messageId },
    include: { author: { select: { email: true } } },
  });
  const [attendee] = await loadAttendees(site, [attendeeId]);
  if (!message || !attendee || attendee.status !== 'publish' || attendee.email === '') return null;
  return await composeMessage(
    site,
    { name: attendee.fullName, address: attendee.email },
    { ...message, replyTo: message.author?.email ?? '' },
  );
}

/** Returns the messages to the attendees of an event, newest first, at most 100. */
export async function listAttendeeMessages(site: Site, eventId: number, selection: object = {}): Promise<Row<'AttendeeMessage'>[]> {
  return await site.db.prisma.attendeeMessage.findMany({ ...selection, where: { eventId }, orderBy: { id: 'desc' }, take: 100 });
}
