import type { WaitingEntry } from '#db';
import { columns, withColumns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { now } from '#app/core/time/clock.ts';
import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { formatZonedInstant } from '../../events/format-event-time.ts';
import type { MailContext, Message } from '#app/core/mail/composer.ts';
import { renderMailPage } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { renderHtmlLines, type Line, renderTextLines } from '#app/core/mail/lines.ts';
import { listTimeAndPlace } from '../mail-layout.ts';
import { loadEventsOfPosts, type TicketSheet } from '../qr/ticket-sheet.ts';
import { getSaleZone } from '../selling-post.ts';
import { loadTickets } from '../ticket.reader.ts';
import { buildOfferPath } from './offer-path.ts';
import type { TicketRecord } from '../ticket.record.ts';

interface Offer extends Pick<WaitingEntry, 'id' | 'ticketId' | 'quantity' | 'fullName' | 'email' | 'keyHash'> {
  expiresAt: Date;
}

const entry = columns('WaitingEntry', 'w', { only: ['id', 'ticketId', 'quantity', 'fullName', 'email'] });
const offers = statement(
  'waiting_offers',
  `SELECT ${entry.list}, h.expires_at AS "expiresAt", w.key_hash AS "keyHash"
  FROM waiting_entry w JOIN ticket_hold h ON h.entry_id = w.id WHERE w.id = ANY($1::int[]) AND w.status = 'offered' AND h.expires_at > $2::timestamptz`,
  withColumns(entry, { expiresAt: 'timestamptz', keyHash: 'text' }),
);

function composeMessage(site: Site, translate: Translate, offer: Offer, ticket: TicketRecord, event: TicketSheet['event']): Message {
  const title = translate('mail.offerSubject', { event: event.title });
  const lines: Line[] = [
    ...listTimeAndPlace(translate, event),
    [translate('ticket.ticket'), toPlainText(ticket.title)],
    [translate('mail.places'), String(offer.quantity)],
    [translate('mail.until'), formatZonedInstant(site, translate, offer.expiresAt, getSaleZone(site, ticket.post))],
  ];
  const what = translate('mail.offerFree', { places: offer.quantity });
  const how = translate('mail.offerHow');
  const offerUrl = site.config.siteUrl + buildOfferPath(site, offer);
  const page = event.url === null ? '' : `<p><a href="${escapeHtml(event.url)}">${escapeHtml(translate('mail.offerPage'))}</a></p>`;
  const link = `<p><a href="${escapeHtml(offerUrl)}">${escapeHtml(translate('mail.offerTake'))}</a></p>\n${page}`;
  return {
    to: { name: offer.fullName, address: offer.email },
    subject: title,
    text: [
      title,
      '',
      what,
      '',
      ...renderTextLines(lines),
      '',
      how,
      offerUrl,
      ...(event.url === null ? [] : [event.url]),
      '',
      site.settings.get(siteName),
    ].join('\n'),
    html: renderMailPage(
      site,
      title,
      `<p>${escapeHtml(what)}</p>\n${renderHtmlLines(lines)}\n<p>${escapeHtml(how)}</p>\n${link}`,
      translate.language,
    ),
    attachments: () => Promise.resolve([]),
  };
}

/** Returns the mails about offers, by entry ID. Omits entries without a current offer. */
export async function renderOfferMessages(site: Site, entryIds: readonly number[]): Promise<Map<number, Message>> {
  const translate = getDefaultTexts(site);
  const currentOffers = await site.db.rows(offers, [entryIds, now()]);
  const tickets = new Map(
    (await loadTickets(site, [...new Set(currentOffers.map(({ ticketId }) => ticketId))])).map((ticket) => [ticket.id, ticket]),
  );
  const events = await loadEventsOfPosts(site, [...new Set([...tickets.values()].flatMap(({ postId }) => postId ?? []))], translate);
  return new Map(
    currentOffers.flatMap((offer) => {
      const ticket = tickets.get(offer.ticketId);
      const event = events.get(ticket?.postId ?? 0);
      return ticket && event ? [[offer.id, composeMessage(site, translate, offer, ticket, event)]] : [];
    }),
  );
}

/** Returns the mail about the offer to an entry, or null if the entry has no current offer. */
export async function renderOfferMessage(site: Site, { recipientId }: MailContext): Promise<Message | null> {
  return (await renderOfferMessages(site, [recipientId])).get(recipientId) ?? null;
}
