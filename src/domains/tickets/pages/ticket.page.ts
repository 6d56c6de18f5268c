import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { buildCheckInUrl } from '../../tickets/qr.service.ts';
import { createQrPng, createQrSvg } from '#app/core/images/qr-code.ts';
import { findAttendeeByToken, buildTicketPath } from '../qr/ticket-path.ts';
import {
  buildCalendarLinks,
  formatTicketNumber,
  type TicketSheet,
  loadTicketSheet,
  getTicketState,
} from '../../tickets/qr/ticket-sheet.ts';
import type { CalendarLinks } from '#app/domains/events/calendar-links.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import { pageNotFound } from '#app/domains/content/pages/list.page.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { getPageViewer } from '#app/web/pages/forms.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { renderCalendarPart } from './calendar.part.ts';
import { privateHeaders, privateImageHeaders, getTokenParameter } from './private-page.ts';
import { renderOfflineScript } from './offline/offline-script.ts';
import { renderTicketPdf } from '../pdf/ticket-pdf.ts';
import { renderWalletPart } from './wallet.part.ts';
import { mountWalletPasses } from './wallet.route.ts';
import { sendPage } from '#app/web/pages/layout.ts';

function renderCodePart(site: Site, translate: Translate, { attendee, state }: TicketSheet): Html {
  if (state !== 'good') return html`<p class="notice error">${translate(`ticket.${state}`)}</p>`;
  const picture = toSitePath(site, `${buildTicketPath(site, attendee)}/qr.svg`);
  return html`<figure class="ticket-code">
  <img src="${picture}" width="320" height="320" alt="${translate('ticket.picture')}">
  <figcaption>${translate('ticket.show')} <strong class="ticket-key">${attendee.securityCode}</strong></figcaption>
</figure>
${attendee.checkedIn && html`<p class="notice">${translate('ticket.used')}</p>`}`;
}

function renderTicketPart(site: Site, translate: Translate, calendar: CalendarLinks | null, sheet: TicketSheet): Html {
  const { attendee, ticket, event, state } = sheet;
  const title = event.url === null ? html`${event.title}` : html`<a href="${event.url}">${event.title}</a>`;
  return html`<article class="ticket">
<h1 dir="auto">${title}</h1>
${event.isCancelled && html`<p class="notice error">${translate('event.cancelledNotice')}</p>`}
${renderCodePart(site, translate, sheet)}
<dl class="facts">
${event.when !== '' && html`<dt>${translate('ticket.when')}</dt><dd><time datetime="${event.start}">${event.when}</time>${event.zone !== '' && ` (${event.zone})`}</dd>`}
${event.venues.map(({ name, address }) => html`<dt>${translate('ticket.where')}</dt><dd>${name}${address !== '' && html`<br>${address}`}</dd>`)}
<dt>${translate('ticket.name')}</dt><dd dir="auto">${attendee.fullName}</dd>
${ticket !== '' && html`<dt>${translate('ticket.ticket')}</dt><dd>${ticket}</dd>`}
<dt>${translate('ticket.number')}</dt><dd>${formatTicketNumber(translate, attendee)}</dd>
</dl>
${state === 'good' && html`<p class="actions"><a class="button" href="${toSitePath(site, `${buildTicketPath(site, attendee)}/ticket.pdf`)}">${translate('ticket.pdf')}</a></p>`}
${renderWalletPart(site, translate, sheet)}
${calendar && !event.isCancelled && renderCalendarPart(translate, calendar)}
</article>`;
}

async function findCalendarLinks(site: Site, { attendee, event, state }: TicketSheet): Promise<CalendarLinks | null> {
  const [record] = state === 'void' || attendee.postId === null ? [] : await loadEvents(site, [attendee.postId]);
  return record ? buildCalendarLinks(record, event) : null;
}

async function showTicket(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const attendee = await findAttendeeByToken(site, getTokenParameter(request));
  if (!attendee) throw pageNotFound();
  const translate = getTextsForRequest(site, request);
  const sheet = await loadTicketSheet(site, attendee, translate);
  const page = {
    title: translate('ticket.title', { event: sheet.event.title }),
    body: renderTicketPart(site, translate, await findCalendarLinks(site, sheet), sheet),
    viewer: await getPageViewer(site, request),
    isNarrow: true,
    translate,
  };
  return sendPage(reply, site, page, { scripts: renderOfflineScript(site, '/tickets/'), hasWorker: true });
}

async function sendPicture(site: Site, request: FastifyRequest, reply: FastifyReply, type: 'png' | 'svg'): Promise<FastifyReply> {
  const attendee = await findAttendeeByToken(site, getTokenParameter(request));
  // an unpaid ticket has a code, too, which its holder shows when paying at the door
  if (!attendee || !['good', 'pending'].includes(getTicketState(attendee))) throw pageNotFound();
  const text = buildCheckInUrl(site, attendee);
  reply.headers(privateImageHeaders);
  return type === 'png' ? reply.type('image/png').send(await createQrPng(text)) : reply.type('image/svg+xml').send(await createQrSvg(text));
}

async function sendPdf(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const attendee = await findAttendeeByToken(site, getTokenParameter(request));
  if (!attendee || getTicketState(attendee) !== 'good') throw pageNotFound();
  const translate = getTextsForRequest(site, request);
  reply.headers({ ...privateHeaders, 'Content-Disposition': `inline; filename="ticket-${attendee.id}.pdf"` });
  return reply.type('application/pdf').send(await renderTicketPdf(site, translate, await loadTicketSheet(site, attendee, translate)));
}

/** Route of a ticket page. Other paths below `/tickets/` belong to content. */
const TICKET_ROUTE = '/tickets/:token(^[0-9a-z]{1,6}-[0-9a-f]{32}$)';

/**
 * Mounts the page of a ticket at the secret path `/tickets/{token}`, with the pictures of its QR code, its wallet passes, and the ticket as a PDF.
 */
export function mountTicketPage(app: FastifyInstance, site: Site): void {
  app.get(TICKET_ROUTE, (request, reply) => showTicket(site, request, reply));
  app.get(`${TICKET_ROUTE}/ticket.pdf`, (request, reply) => sendPdf(site, request, reply));
  mountWalletPasses(app, site, TICKET_ROUTE);
  app.get(`${TICKET_ROUTE}/qr.png`, (request, reply) => sendPicture(site, request, reply, 'png'));
  app.get(`${TICKET_ROUTE}/qr.svg`, (request, reply) => sendPicture(site, request, reply, 'svg'));
}
