import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { MailContext, Message } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { loadEventsOfPosts } from '#app/domains/tickets/qr/ticket-sheet.ts';
import type { Site } from '#app/site.ts';

/** Returns the mail to a person whose waiting list ended because the event was cancelled, or null if the entry or the event was deleted. */
export async function renderWaitingEndedMessage(site: Site, { payload }: MailContext): Promise<Message | null> {
  const { entryId } = payload as { entryId: number };
  const entry = await site.db.prisma.waitingEntry.findUnique({
    where: { id: entryId },
    select: { fullName: true, email: true, ticket: { select: { postId: true } } },
  });
  const translate = getDefaultTexts(site);
  const postId = entry?.ticket.postId ?? 0;
  const event = (await loadEventsOfPosts(site, [postId], translate)).get(postId);
  if (!entry || !event) return null;
  return writeLetter(site, {
    to: { name: entry.fullName, address: entry.email },
    subject: translate('mail.waitingEnded.subject', { event: event.title }),
    parts: [
      translate('mail.waitingEnded.body', { name: entry.fullName, event: event.title }),
      ...(event.url === null ? [] : [{ link: event.url, label: translate('mail.eventChanged.see') }]),
    ],
    language: translate.language,
  });
}
