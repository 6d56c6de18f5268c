import { now } from '#app/core/clock.ts';
import { Failure } from '#app/core/failure.ts';
import { textsForEverybody } from '#app/core/language/site-language.ts';
import type { MailSubject, Message } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { mailWaits, postMail } from '#app/core/mail/outbox.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { isPublicStatus } from '#app/domains/content/statuses.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { countValidTickets } from '#app/domains/tickets/valid-tickets.ts';
import type { Site } from '#app/site.ts';

type Hidden = Pick<ContentRecord, 'id' | 'status' | 'title' | 'authorId'>;

const hasValidTickets = (people: number) =>
  new Failure(
    'event_has_valid_tickets',
    409,
    `This event has ${people} valid tickets. Cancel it with cancelEvent: everyone is told, and what was paid is refunded.`,
  );

/** Whether a change of its status takes the event from the public. */
const hides = (event: Hidden, status: string | null | undefined) =>
  typeof status === 'string' && isPublicStatus(event.status) && !isPublicStatus(status) && status !== 'future';

/** How many valid tickets an event has that is deleted, or is to get this status; 0 where it stays public. */
export async function ticketsOfHidden(site: Site, event: Hidden, to: { status: string | null | undefined } | 'gone'): Promise<number> {
  return to === 'gone' || hides(event, to.status) ? await countValidTickets(site, event.id, now()) : 0;
}

/** Throws `event_has_valid_tickets` for an event that is to be hidden or deleted while people could come with their tickets. */
export async function checkMayHide(site: Site, event: Hidden, to: { status: string | null | undefined } | 'gone'): Promise<void> {
  const people = await ticketsOfHidden(site, event, to);
  if (people > 0) throw hasValidTickets(people);
}

/** Tells the author of an event that it was hidden or deleted over the published interface, although tickets of it are valid. */
export async function warnOrganizer(site: Site, { id, title, authorId }: Hidden, people: number): Promise<void> {
  if (people === 0 || authorId === null) return;
  await site.db.transaction((tx) =>
    postMail(site, tx, { kind: 'event-hidden', payload: { eventId: id, title: plainOf(title), authorId, people } }),
  );
  mailWaits(site);
}

/** The message of `warnOrganizer`; null once its recipient is gone. */
export async function hiddenEventMessage(site: Site, { payload }: MailSubject): Promise<Message | null> {
  const { eventId, title, authorId, people } = payload as { eventId: number; title: string; authorId: number; people: number };
  const user = await site.db.prisma.user.findUnique({ where: { id: authorId }, select: { email: true, displayName: true } });
  if (!user) return null;
  const say = textsForEverybody(site);
  return writeLetter(site, {
    to: { name: user.displayName, address: user.email },
    subject: say('mail.eventHidden.subject', { event: title }),
    parts: [
      say('mail.eventHidden.body', { event: title, people }),
      { link: `${site.config.siteUrl}/organize/events/${eventId}/cancel`, label: say('organize.cancelEvent') },
    ],
    language: say.language,
  });
}
