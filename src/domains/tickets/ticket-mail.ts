import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { MailSubject, Message } from '#app/core/mail/composer.ts';
import { htmlPage } from '#app/core/mail/letter.ts';
import type { Say } from '#app/core/language/say.ts';
import { textsForMail } from '#app/core/language/site-language.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from './attendee.reader.ts';
import { htmlLines, type Line, textLines, whenAndWhere } from './mail-layout.ts';
import { qrPng, qrSvg } from '#app/core/qr-picture.ts';
import { ticketAddresses } from './qr/ticket-address.ts';
import { numberText, type TicketSheet, ticketSheets } from './qr/ticket-sheet.ts';
import { checkInUrl } from './qr.service.ts';

const CODE = 'ticket-code';

/** What a ticket says. */
function linesOf(say: Say, { attendee, ticket, event }: TicketSheet): Line[] {
  return [
    ...whenAndWhere(say, event),
    [say('ticket.name'), attendee.fullName],
    [say('ticket.ticket'), ticket],
    [say('ticket.number'), numberText(say, attendee)],
    [say('ticket.code'), attendee.securityCode],
  ];
}

function textOf(site: Site, say: Say, sheet: TicketSheet, page: string): string {
  return [
    say('mail.ticketSubject', { event: sheet.event.title }),
    '',
    ...(sheet.event.isCancelled ? [say('event.cancelledNotice'), ''] : []),
    ...textLines(linesOf(say, sheet)),
    '',
    say('mail.ticketShow'),
    say('mail.ticketHere', { address: page }),
    say('mail.ticketSecret'),
    '',
    site.settings.get(siteName),
  ].join('\n');
}

function htmlOf(site: Site, say: Say, sheet: TicketSheet, page: string): string {
  return htmlPage(
    site,
    sheet.event.title,
    `${sheet.event.isCancelled ? `<p><strong>${escapeHtml(say('event.cancelledNotice'))}</strong></p>` : ''}
<p><img src="cid:${CODE}" width="300" height="300" alt="${escapeHtml(say('mail.ticketPicture'))}" style="background:#ffffff"></p>
${htmlLines(linesOf(say, sheet))}
<p>${escapeHtml(say('mail.ticketShow'))} <a href="${escapeHtml(page)}">${escapeHtml(say('mail.ticketOpen'))}</a> ${escapeHtml(say('mail.ticketOpenWhen'))}</p>
<p style="color:#57535e">${escapeHtml(say('mail.ticketSecretCode'))}</p>`,
    say.language,
  );
}

function messageOf(site: Site, say: Say, sheet: TicketSheet): Message {
  const { attendee } = sheet;
  const { page } = ticketAddresses(site, attendee);
  return {
    to: { name: attendee.fullName, address: attendee.email },
    subject: say('mail.ticketSubject', { event: sheet.event.title }),
    text: textOf(site, say, sheet, page),
    html: htmlOf(site, say, sheet, page),
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
  const say = textsForMail(site);
  const sheets = await ticketSheets(site, await loadAttendees(site, attendeeIds));
  return new Map([...sheets].flatMap(([id, sheet]) => (sheet.state === 'good' ? [[id, messageOf(site, say, sheet)]] : [])));
}

/** The message to one attendee; null when there is none. */
export async function ticketMessage(site: Site, { recipientId }: MailSubject): Promise<Message | null> {
  return (await ticketMessages(site, [recipientId])).get(recipientId) ?? null;
}
