import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { getTextsForEveryone } from '#app/core/language/site-language.ts';
import type { MailSubject, Message } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import type { EventRecord } from '../events/event.record.ts';
import { formatEventTime } from '../events/format-event-time.ts';
import { loadAttendees } from './attendee.reader.ts';
import { loadTicketSheet, getTicketState } from './qr/ticket-sheet.ts';
import { completedStatuses } from './statuses.ts';

const holders = statement(
  'holders_of_event',
  `SELECT min(a.id) AS id FROM attendee a
  WHERE a.post_id = $1 AND a.status = 'publish' AND a.order_status = ANY($2::text[]) AND a.email <> '' GROUP BY lower(a.email) ORDER BY 1`,
  rowShape({ id: 'int' }),
);

/** Formats the time and the venues of an event in one line. */
function formatPlaceAndTime(site: Site, event: EventRecord): string {
  const venues = event.venues.filter(({ status }) => status === 'publish').map(({ title }) => title);
  return [formatEventTime(site, getTextsForEveryone(site), event), ...venues].join(', ');
}

/**
 * Queues a mail to everyone with a valid ticket when an event gets a new time or place, inside the transaction that changes the event. Each email
 * address gets one mail with the old and the new time and place. Does nothing for events that have ended.
 */
export async function queueEventChangedMails(site: Site, tx: Tx, before: EventRecord, after: EventRecord): Promise<void> {
  const [oldText, newText] = [formatPlaceAndTime(site, before), formatPlaceAndTime(site, after)];
  if (oldText === newText || Date.parse(`${before.endUtc}Z`) <= now().getTime()) return;
  for (const { id } of await queryIn(tx, holders, after.id, [...completedStatuses]))
    await postMail(site, tx, { kind: 'event-changed', payload: { attendeeId: id, before: oldText, after: newText } });
}

/** Composes a mail that `queueEventChangedMails` queued. Returns null if the ticket is no longer valid. */
export async function renderEventChangedMessage(site: Site, { payload }: MailSubject): Promise<Message | null> {
  const { attendeeId, before, after } = payload as { attendeeId: number; before: string; after: string };
  const say = getTextsForEveryone(site);
  const [attendee] = await loadAttendees(site, [attendeeId]);
  if (!attendee || getTicketState(attendee) !== 'good') return null;
  const { event } = await loadTicketSheet(site, attendee, say);
  return writeLetter(site, {
    to: { name: attendee.fullName, address: attendee.email },
    subject: say('mail.eventChanged.subject', { event: event.title }),
    parts: [
      say('mail.eventChanged.body', { event: event.title }),
      say('mail.eventChanged.before', { what: before }),
      say('mail.eventChanged.now', { what: after }),
      ...(event.url === null ? [] : [{ link: event.url, label: say('mail.eventChanged.see') }]),
    ],
    language: say.language,
  });
}
