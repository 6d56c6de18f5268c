import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { MailSubject, Message } from '#app/core/mail/composer.ts';
import { htmlPage } from '#app/core/mail/letter.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from './attendee.reader.ts';
import { htmlLines, type Line, textLines, whenAndWhere } from './mail-layout.ts';
import { qrPng, qrSvg } from '#app/core/qr-picture.ts';
import { ticketAddresses } from './qr/ticket-address.ts';
import { type TicketSheet, ticketSheets } from './qr/ticket-sheet.ts';
import { checkInUrl } from './qr.service.ts';

const CODE = 'ticket-code';

/** What a ticket says. */
function linesOf({ attendee, ticket, event }: TicketSheet): Line[] {
  return [
    ...whenAndWhere(event),
    ['Name', attendee.fullName],
    ['Ticket', ticket],
    ['Number', attendee.orderId === null ? String(attendee.id) : `${attendee.id}, order ${attendee.orderId}`],
    ['Code', attendee.securityCode],
  ];
}

const invitation = 'Show the QR code at the entrance, on your phone or on paper.';

function textOf(site: Site, sheet: TicketSheet, page: string): string {
  return [
    `Your ticket: ${sheet.event.title}`,
    '',
    ...(sheet.event.isCancelled ? ['The organizers have cancelled this event.', ''] : []),
    ...textLines(linesOf(sheet)),
    '',
    invitation,
    `It is here, and attached: ${page}`,
    'Whoever has this address or the code can enter in your place: keep them to yourself.',
    '',
    site.settings.get(siteName),
  ].join('\n');
}

function htmlOf(site: Site, sheet: TicketSheet, page: string): string {
  return htmlPage(
    site,
    sheet.event.title,
    `${sheet.event.isCancelled ? '<p><strong>The organizers have cancelled this event.</strong></p>' : ''}
<p><img src="cid:${CODE}" width="300" height="300" alt="QR code of your ticket" style="background:#ffffff"></p>
${htmlLines(linesOf(sheet))}
<p>${invitation} <a href="${escapeHtml(page)}">Open the ticket in a browser</a> if you do not see it.</p>
<p style="color:#57535e">Whoever has the code or that address can enter in your place: keep them to yourself.</p>`,
  );
}

function messageOf(site: Site, sheet: TicketSheet): Message {
  const { attendee } = sheet;
  const { page } = ticketAddresses(site, attendee);
  return {
    to: { name: attendee.fullName, address: attendee.email },
    subject: `Your ticket: ${sheet.event.title}`,
    text: textOf(site, sheet, page),
    html: htmlOf(site, sheet, page),
    attachments: async () => {
      const code = checkInUrl(site, attendee);
      const [png, svg] = await Promise.all([qrPng(code), qrSvg(code)]);
      return [
        { filename: `ticket-${attendee.id}.png`, contentType: 'image/png', content: png, cid: CODE },
        { filename: `ticket-${attendee.id}.svg`, contentType: 'image/svg+xml', content: Buffer.from(svg) },
      ];
    },
  };
}

/** The messages that bring attendees their tickets, by number; none for those whose ticket lets nobody in. */
export async function ticketMessages(site: Site, attendeeIds: readonly number[]): Promise<Map<number, Message>> {
  const sheets = await ticketSheets(site, await loadAttendees(site, attendeeIds));
  return new Map([...sheets].flatMap(([id, sheet]) => (sheet.state === 'good' ? [[id, messageOf(site, sheet)]] : [])));
}

/** The message to one attendee; null when there is none. */
export async function ticketMessage(site: Site, { recipientId }: MailSubject): Promise<Message | null> {
  return (await ticketMessages(site, [recipientId])).get(recipientId) ?? null;
}
