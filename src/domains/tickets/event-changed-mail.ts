import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { MailContext, Message } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import type { EventRecord } from '../events/event.record.ts';
import { formatEventTime } from '../events/format-event-time.ts';
import { loadAttendees } from './attendee.reader.ts';
import { loadTicketSheet, getTicketState } from './qr/ticket-sheet.ts';
import { entryStatuses } from './statuses.ts';

const holders = statement(
  'holders_of_event',
  `SELECT min(a.id) AS id FROM attendee a
  WHERE a.post_id = $1 AND a.status = 'publish' AND a.order_status = ANY($2::text[]) AND a.email <> '' GROUP BY lower(a.email) ORDER BY 1`,
  rowShape({ id: 'int' }),
);

/** Formats the time and the venues of an event in one line. */
function formatPlaceAndTime(site: Site, event: EventRecord): string {
  const venues = event.venues.filter(({ status }) => status === 'publish').map(({ title }) => title);
  return [formatEventTime(site, getDefaultTexts(site), event), ...venues].join(', ');
}

/**
 * Queues a mail to everyone with a valid ticket when an event gets a new time or place, inside the transaction that changes the event. Each email
 * address gets one mail with the old and the new time and place. Does nothing for events that have ended.
 */
export async function queueEventChangedMails(site: Site, tx: Tx, before: EventRecord, after: EventRecord): Promise<void> {
  const [oldText, newText] = [formatPlaceAndTime(site, before), formatPlaceAndTime(site, after)];
  if (oldText === newText || Date.parse(`${before.endUtc}Z`) <= now().getTime()) return;
  for (const { id } of await queryIn(tx, holders, after.id, [...entryStatuses]))
    await postMail(site, tx, { kind: 'event-changed', payload: { attendeeId: id, before: oldText, after: newText } });
}

/** Composes a mail that `queueEventChangedMails` queued. Returns null if the ticket is no longer valid. */
export async function renderEventChangedMessage(site: Site, { payload }: MailContext): Promise<Message | null> {
  const { attendeeId, before, after } = payload as { attendeeId: number; before: string; after: string };
  const translate = getDefaultTexts(site);
  const [attendee] = await loadAttendees(site, [attendeeId]);
  if (!attendee || getTicketState(attendee) !== 'good') return null;
  const { event } = await loadTicketSheet(site, attendee, translate);
  return writeLetter(site, {
    to: { name: attendee.fullName, address: attendee.email },
    subject: translate('mail.eventChanged.subject', { event: event.title }),
    parts: [
      translate('mail.eventChanged.body', { event: event.title }),
      translate('mail.eventChanged.before', { what: before }),
      translate('mail.eventChanged.now', { what: after }),
      ...(event.url === null ? [] : [{ link: event.url, label: translate('mail.eventChanged.see') }]),
    ],
    language: translate.language,
  });
}
