import { escapeHtml } from '../core/text/plain-text.ts';
import type { Message } from '../mail/delivery.ts';
import { siteName } from '../settings/site.settings.ts';
import type { Site } from '../site.ts';
import { loadAttendees } from './attendee.reader.ts';
import { qrPng, qrSvg } from './qr/picture.ts';
import { ticketAddresses } from './qr/ticket-address.ts';
import { type TicketSheet, ticketSheets } from './qr/ticket-sheet.ts';
import { checkInUrl } from './qr.service.ts';

const CODE = 'ticket-code';

/** What a ticket says, as label and text. */
function linesOf({ attendee, ticket, event }: TicketSheet): (readonly [label: string, text: string])[] {
  const lines = [
    ['When', event.when === '' || event.zone === '' ? event.when : `${event.when} (${event.zone})`],
    ...event.venues.map(({ name, address }) => ['Where', [name, address].filter(Boolean).join(', ')] as const),
    ['Name', attendee.fullName],
    ['Ticket', ticket],
    ['Number', attendee.orderId === null ? String(attendee.id) : `${attendee.id}, order ${attendee.orderId}`],
    ['Code', attendee.securityCode],
  ] as const;
  return lines.filter(([, text]) => text !== '');
}

const invitation = 'Show the QR code at the entrance, on your phone or on paper.';

function textOf(site: Site, sheet: TicketSheet, page: string): string {
  const lines = linesOf(sheet).map(([label, text]) => `${`${label}:`.padEnd(8)} ${text}`);
  return [
    `Your ticket: ${sheet.event.title}`,
    '',
    ...(sheet.event.isCancelled ? ['The organizers have cancelled this event.', ''] : []),
    ...lines,
    '',
    invitation,
    `It is here, and attached: ${page}`,
    'Whoever has this address or the code can enter in your place: keep them to yourself.',
    '',
    site.settings.get(siteName),
  ].join('\n');
}

/** Mail programs know neither style sheets nor much of CSS: a table and a few attributes. */
function htmlOf(site: Site, sheet: TicketSheet, page: string): string {
  const rows = linesOf(sheet).map(
    ([label, text]) =>
      `<tr><th align="left" valign="top" style="padding:2px 12px 2px 0;font-weight:normal;color:#57535e">${escapeHtml(label)}</th><td style="padding:2px 0">${escapeHtml(text)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(sheet.event.title)}</title></head>
<body style="margin:0;padding:16px;font-family:sans-serif;line-height:1.5;color:#1d1b20;background:#ffffff">
<h1 style="font-size:22px;line-height:1.25">${escapeHtml(sheet.event.title)}</h1>
${sheet.event.isCancelled ? '<p><strong>The organizers have cancelled this event.</strong></p>' : ''}
<p><img src="cid:${CODE}" width="300" height="300" alt="QR code of your ticket" style="background:#ffffff"></p>
<table role="presentation" cellspacing="0" cellpadding="0">${rows.join('\n')}</table>
<p>${invitation} <a href="${escapeHtml(page)}">Open the ticket in a browser</a> if you do not see it.</p>
<p style="color:#57535e">Whoever has the code or that address can enter in your place: keep them to yourself.</p>
<p style="color:#57535e">${escapeHtml(site.settings.get(siteName))}</p>
</body>
</html>
`;
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
export async function ticketMessage(site: Site, attendeeId: number): Promise<Message | null> {
  return (await ticketMessages(site, [attendeeId])).get(attendeeId) ?? null;
}
