import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { MailSubject, Message } from '#app/core/mail/composer.ts';
import { renderMailPage } from '#app/core/mail/letter.ts';
import type { Say } from '#app/core/language/say.ts';
import { getTextsForEveryone } from '#app/core/language/site-language.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from './attendee.reader.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { renderHtmlLines, type Line, renderTextLines } from '#app/core/mail/lines.ts';
import { findMailPicture, listTimeAndPlace } from './mail-layout.ts';
import { createQrPng, createQrSvg } from '#app/core/images/qr-code.ts';
import { buildOrderPath } from './qr/order-address.ts';
import { buildTicketUrls } from './qr/ticket-address.ts';
import { formatTicketNumber, type TicketSheet, loadTicketSheets } from './qr/ticket-sheet.ts';
import { buildCheckInUrl } from './qr.service.ts';
import { buildWalletPaths } from './wallet/wallet-address.ts';

const CODE = 'ticket-code';

/** Returns the lines with the data on a ticket. */
function listFacts(say: Say, { attendee, ticket, event }: TicketSheet): Line[] {
  return [
    ...listTimeAndPlace(say, event),
    [say('ticket.name'), attendee.fullName],
    [say('ticket.ticket'), ticket],
    [say('ticket.number'), formatTicketNumber(say, attendee)],
    [say('ticket.code'), attendee.securityCode],
  ];
}

/** URLs for the holder of a ticket. */
interface Pages {
  /** URL of the ticket page. */
  ticket: string;
  /** URL of the page where the buyer changes and cancels the order; empty if the holder is not the buyer. */
  order: string;
  /** Links to wallets with their labels. */
  wallets: readonly (readonly [label: string, url: string])[];
}

function listWalletLinks(site: Site, say: Say, sheet: TicketSheet): Pages['wallets'] {
  const { apple, google } = buildWalletPaths(site, sheet);
  const links = [
    [say('ticket.appleWallet'), apple],
    [say('ticket.googleWallet'), google],
  ] as const;
  return links.flatMap(([label, path]) => (path === null ? [] : [[label, site.config.siteUrl + path] as const]));
}

function renderText(site: Site, say: Say, sheet: TicketSheet, { ticket, order, wallets }: Pages): string {
  return [
    say('mail.ticketSubject', { event: sheet.event.title }),
    '',
    ...(sheet.event.isCancelled ? [say('event.cancelledNotice'), ''] : []),
    ...renderTextLines(listFacts(say, sheet)),
    '',
    say('mail.ticketShow'),
    say('mail.ticketHere', { address: ticket }),
    ...wallets.map(([label, url]) => `${label}: ${url}`),
    ...(order === '' ? [] : [say('mail.ticketOrder', { address: order })]),
    say('mail.ticketSecret'),
    '',
    site.settings.get(siteName),
  ].join('\n');
}

function renderHtml(site: Site, say: Say, sheet: TicketSheet, { ticket, order, wallets }: Pages): string {
  return renderMailPage(
    site,
    sheet.event.title,
    `${sheet.event.isCancelled ? `<p><strong>${escapeHtml(say('event.cancelledNotice'))}</strong></p>` : ''}
<p><img src="cid:${CODE}" width="300" height="300" alt="${escapeHtml(say('mail.ticketPicture'))}" style="background:#ffffff"></p>
${renderHtmlLines(listFacts(say, sheet))}
<p>${escapeHtml(say('mail.ticketShow'))} <a href="${escapeHtml(ticket)}">${escapeHtml(say('mail.ticketOpen'))}</a> ${escapeHtml(say('mail.ticketOpenWhen'))}</p>
${wallets.map(([label, url]) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`).join('\n')}
${order === '' ? '' : `<p><a href="${escapeHtml(order)}">${escapeHtml(say('mail.ticketOrderLink'))}</a></p>`}
<p style="color:#57535e">${escapeHtml(say('mail.ticketSecretCode'))}</p>`,
    say.language,
    findMailPicture(site, sheet.event),
  );
}

function composeMessage(site: Site, say: Say, sheet: TicketSheet, order: string): Message {
  const { attendee } = sheet;
  const pages = { ticket: buildTicketUrls(site, attendee).page, order, wallets: listWalletLinks(site, say, sheet) };
  return {
    to: { name: attendee.fullName, address: attendee.email },
    subject: say('mail.ticketSubject', { event: sheet.event.title }),
    text: renderText(site, say, sheet, pages),
    html: renderHtml(site, say, sheet, pages),
    attachments: async () => {
      const code = buildCheckInUrl(site, attendee);
      const [png, svg] = await Promise.all([createQrPng(code), createQrSvg(code)]);
      return [
        { filename: `ticket-${attendee.id}.png`, contentType: 'image/png', content: png, cid: CODE },
        { filename: `ticket-${attendee.id}.svg`, contentType: 'image/svg+xml', content: Buffer.from(svg) },
      ];
    },
  };
}

/** Returns a function that returns the URL of the order page for an attendee who is the buyer, and an empty string for others. */
async function loadOrderUrls(site: Site, attendees: readonly AttendeeRecord[]): Promise<(attendee: AttendeeRecord) => string> {
  const ids = [...new Set(attendees.flatMap(({ checkoutId }) => checkoutId ?? []))];
  const rows =
    ids.length === 0 ? [] : await site.db.prisma.checkout.findMany({ where: { id: { in: ids } }, select: { id: true, buyerEmail: true } });
  const buyers = new Map(rows.map(({ id, buyerEmail }) => [id, buyerEmail]));
  return ({ checkoutId, email }) =>
    checkoutId !== null && buyers.get(checkoutId) === email ? site.config.siteUrl + buildOrderPath(site, checkoutId) : '';
}

/** Returns the mails with attendees' tickets, by attendee ID. Omits tickets that are not valid. */
export async function renderTicketMessages(site: Site, attendeeIds: readonly number[]): Promise<Map<number, Message>> {
  const say = getTextsForEveryone(site);
  const attendees = await loadAttendees(site, attendeeIds);
  const [sheets, getOrderUrl] = await Promise.all([loadTicketSheets(site, attendees), loadOrderUrls(site, attendees)]);
  return new Map(
    [...sheets].flatMap(([id, sheet]) =>
      sheet.state === 'good' ? [[id, composeMessage(site, say, sheet, getOrderUrl(sheet.attendee))]] : [],
    ),
  );
}

/** Returns the mail with the ticket of one attendee, or null if the ticket is not valid. */
export async function renderTicketMessage(site: Site, { recipientId }: MailSubject): Promise<Message | null> {
  return (await renderTicketMessages(site, [recipientId])).get(recipientId) ?? null;
}
