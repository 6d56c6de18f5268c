import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { MailContext, Message } from '#app/core/mail/composer.ts';
import { renderMailPage } from '#app/core/mail/letter.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from './attendee.reader.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { renderHtmlLines, type Line, renderTextLines } from '#app/core/mail/lines.ts';
import { findMailPicture, listTimeAndPlace } from './mail-layout.ts';
import { createQrPng, createQrSvg } from '#app/core/images/qr-code.ts';
import { buildOrderPath } from './qr/order-path.ts';
import { buildTicketUrls } from './qr/ticket-path.ts';
import { formatTicketNumber, type TicketSheet, loadTicketSheets } from './qr/ticket-sheet.ts';
import { buildCheckInUrl } from './qr.service.ts';
import { buildWalletPaths } from './wallet/wallet-paths.ts';

/** Content ID of the picture of the QR code in the HTML part. */
const CODE_CID = 'ticket-code';

/** Returns the lines with the data on a ticket. */
function listFacts(translate: Translate, { attendee, ticket, event }: TicketSheet): Line[] {
  return [
    ...listTimeAndPlace(translate, event),
    [translate('ticket.name'), attendee.fullName],
    [translate('ticket.ticket'), ticket],
    [translate('ticket.number'), formatTicketNumber(translate, attendee)],
    [translate('ticket.code'), attendee.securityCode],
  ];
}

/** URLs for the holder of a ticket. */
interface HolderUrls {
  /** URL of the ticket page. */
  ticket: string;
  /** URL of the page where the buyer changes and cancels the order; empty if the holder is not the buyer. */
  order: string;
  /** Links to wallets with their labels. */
  wallets: readonly (readonly [label: string, url: string])[];
}

function listWalletLinks(site: Site, translate: Translate, sheet: TicketSheet): HolderUrls['wallets'] {
  const { apple, google } = buildWalletPaths(site, sheet);
  const links = [
    [translate('ticket.appleWallet'), apple],
    [translate('ticket.googleWallet'), google],
  ] as const;
  return links.flatMap(([label, path]) => (path === null ? [] : [[label, site.config.siteUrl + path] as const]));
}

function renderText(site: Site, translate: Translate, sheet: TicketSheet, { ticket, order, wallets }: HolderUrls): string {
  return [
    translate('mail.ticketSubject', { event: sheet.event.title }),
    '',
    ...(sheet.event.isCancelled ? [translate('event.cancelledNotice'), ''] : []),
    ...renderTextLines(listFacts(translate, sheet)),
    '',
    translate('mail.ticketShow'),
    translate('mail.ticketHere', { address: ticket }),
    ...wallets.map(([label, url]) => `${label}: ${url}`),
    ...(order === '' ? [] : [translate('mail.ticketOrder', { address: order })]),
    translate('mail.ticketSecret'),
    '',
    site.settings.get(siteName),
  ].join('\n');
}

function renderHtml(site: Site, translate: Translate, sheet: TicketSheet, { ticket, order, wallets }: HolderUrls): string {
  return renderMailPage(
    site,
    sheet.event.title,
    `${sheet.event.isCancelled ? `<p><strong>${escapeHtml(translate('event.cancelledNotice'))}</strong></p>` : ''}
<p><img src="cid:${CODE_CID}" width="300" height="300" alt="${escapeHtml(translate('mail.ticketPicture'))}" style="background:#ffffff"></p>
${renderHtmlLines(listFacts(translate, sheet))}
<p>${escapeHtml(translate('mail.ticketShow'))} <a href="${escapeHtml(ticket)}">${escapeHtml(translate('mail.ticketOpen'))}</a> ${escapeHtml(translate('mail.ticketOpenWhen'))}</p>
${wallets.map(([label, url]) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`).join('\n')}
${order === '' ? '' : `<p><a href="${escapeHtml(order)}">${escapeHtml(translate('mail.ticketOrderLink'))}</a></p>`}
<p style="color:#57535e">${escapeHtml(translate('mail.ticketSecretCode'))}</p>`,
    translate.language,
    findMailPicture(site, sheet.event),
  );
}

function composeMessage(site: Site, translate: Translate, sheet: TicketSheet, orderUrl: string): Message {
  const { attendee } = sheet;
  const urls = { ticket: buildTicketUrls(site, attendee).page, order: orderUrl, wallets: listWalletLinks(site, translate, sheet) };
  return {
    to: { name: attendee.fullName, address: attendee.email },
    subject: translate('mail.ticketSubject', { event: sheet.event.title }),
    text: renderText(site, translate, sheet, urls),
    html: renderHtml(site, translate, sheet, urls),
    attachments: async () => {
      const checkInUrl = buildCheckInUrl(site, attendee);
      const [png, svg] = await Promise.all([createQrPng(checkInUrl), createQrSvg(checkInUrl)]);
      return [
        { filename: `ticket-${attendee.id}.png`, contentType: 'image/png', content: png, cid: CODE_CID },
        { filename: `ticket-${attendee.id}.svg`, contentType: 'image/svg+xml', content: Buffer.from(svg) },
      ];
    },
  };
}

/** Loads the buyers of attendees. The returned function gives the URL of the order page for an attendee who is the buyer, else an empty string. */
async function createOrderUrlGetter(site: Site, attendees: readonly AttendeeRecord[]): Promise<(attendee: AttendeeRecord) => string> {
  const ids = [...new Set(attendees.flatMap(({ checkoutId }) => checkoutId ?? []))];
  const rows =
    ids.length === 0 ? [] : await site.db.prisma.checkout.findMany({ where: { id: { in: ids } }, select: { id: true, buyerEmail: true } });
  const buyers = new Map(rows.map(({ id, buyerEmail }) => [id, buyerEmail]));
  return ({ checkoutId, email }) =>
    checkoutId !== null && buyers.get(checkoutId) === email ? site.config.siteUrl + buildOrderPath(site, checkoutId) : '';
}

/** Returns the mails with attendees' tickets, by attendee ID. Omits tickets that are not valid. */
export async function renderTicketMessages(site: Site, attendeeIds: readonly number[]): Promise<Map<number, Message>> {
  const translate = getDefaultTexts(site);
  const attendees = await loadAttendees(site, attendeeIds);
  const [sheets, getOrderUrl] = await Promise.all([loadTicketSheets(site, attendees), createOrderUrlGetter(site, attendees)]);
  return new Map(
    [...sheets].flatMap(([id, sheet]) =>
      sheet.state === 'good' ? [[id, composeMessage(site, translate, sheet, getOrderUrl(sheet.attendee))]] : [],
    ),
  );
}

/** Returns the mail with the ticket of one attendee, or null if the ticket is not valid. */
export async function renderTicketMessage(site: Site, { recipientId }: MailContext): Promise<Message | null> {
  return (await renderTicketMessages(site, [recipientId])).get(recipientId) ?? null;
}
