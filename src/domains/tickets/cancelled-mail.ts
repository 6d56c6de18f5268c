import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { MailContext, Message } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { createQueueMailSql, postMail, getInitialMailStatus } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from './attendee.reader.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { loadTicketSheets } from './qr/ticket-sheet.ts';
import { canEnter } from './statuses.ts';

// buyers get a single mail about the whole order instead
const holders = `(SELECT a.id FROM attendee a LEFT JOIN checkout c ON c.id = a.checkout_id
  WHERE a.id = ANY($1::int[]) AND a.email <> '' AND lower(a.email) IS DISTINCT FROM lower(c.buyer_email))`;
const queueMails = statement('mail_holders_of_cancelled_tickets', createQueueMailSql('ticket-cancelled', holders, '$2', '$3'));

/**
 * Queues mails to the holders of tickets that the caller's transaction cancels. `before` are the attendees before the change; only those whose
 * tickets were valid get a mail. The buyer of a checkout gets a mail about the order instead, see `queueOrderMail`.
 */
export async function queueCancelledMails(
  site: Site,
  tx: Tx,
  before: readonly Pick<AttendeeRecord, 'id' | 'provider' | 'orderStatus' | 'status'>[],
): Promise<void> {
  const validHolders = before.filter(({ status, provider, orderStatus }) => status === 'publish' && canEnter(provider, orderStatus));
  if (validHolders.length === 0) return;
  const ids = validHolders.map(({ id }) => id);
  await executeIn(tx, queueMails, ids, getInitialMailStatus(site), now());
}

/** Composes the mail about a canceled ticket. Returns null if the ticket is valid again or the attendee was deleted. */
export async function renderCancelledMessage(site: Site, { recipientId }: MailContext): Promise<Message | null> {
  const translate = getDefaultTexts(site);
  const [attendee] = await loadAttendees(site, [recipientId]);
  const sheet = attendee && (await loadTicketSheets(site, [attendee], translate)).get(attendee.id);
  if (!attendee || !sheet || sheet.state === 'good') return null;
  return writeLetter(site, {
    to: { name: attendee.fullName, address: attendee.email },
    subject: translate('mail.ticketCancelled.subject', { event: sheet.event.title }),
    parts: [
      translate('mail.ticketCancelled.body', {
        name: attendee.fullName,
        ticket: sheet.ticket,
        event: sheet.event.title,
        number: String(attendee.id),
      }),
      ...(sheet.event.when === '' ? [] : [sheet.event.when]),
      translate('mail.ticketCancelled.money'),
    ],
    language: translate.language,
  });
}

/** Queues a mail with the current state of a checkout to its buyer, inside the caller's transaction. Does nothing if `checkoutId` is null. */
export async function queueOrderMail(site: Site, tx: Tx, checkoutId: number | null): Promise<void> {
  if (checkoutId !== null) await postMail(site, tx, { kind: 'order', payload: { checkoutId } });
}
