import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { MailContext, Message } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { toPlainText } from '../events/calendar/plain-text.ts';
import type { EventRecord } from '../events/event.record.ts';
import { countValidTickets, hidesEvent } from './valid-tickets.ts';

/**
 * Queues a mail to the author of an event with valid tickets when the event becomes invisible, inside the transaction that hides or deletes the
 * event. `before` is the event before the change. `status` is the new status, or null if the event is deleted.
 */
export async function queueHiddenEventMails(site: Site, tx: Tx, before: EventRecord, status: string | null): Promise<void> {
  const { id, title, authorId } = before;
  if (authorId === null || !hidesEvent(before.status, status)) return;
  const ticketCount = await countValidTickets(tx, id, now());
  if (ticketCount === 0) return;
  const payload = { eventId: id, title: toPlainText(title), authorId, people: ticketCount };
  await postMail(site, tx, { kind: 'event-hidden', payload });
}

/** Composes the mail that `queueHiddenEventMails` queued. Returns null if its recipient no longer exists. */
export async function renderHiddenEventMessage(site: Site, { payload }: MailContext): Promise<Message | null> {
  const { eventId, title, authorId, people } = payload as { eventId: number; title: string; authorId: number; people: number };
  const user = await site.db.prisma.user.findUnique({ where: { id: authorId }, select: { email: true, displayName: true } });
  if (!user) return null;
  const translate = getDefaultTexts(site);
  return writeLetter(site, {
    to: { name: user.displayName, address: user.email },
    subject: translate('mail.eventHidden.subject', { event: title }),
    parts: [
      translate('mail.eventHidden.body', { event: title, people }),
      { link: `${site.config.siteUrl}/organize/events/${eventId}/cancel`, label: translate('organize.cancelEvent') },
    ],
    language: translate.language,
  });
}
