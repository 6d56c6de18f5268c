import type { FastifyReply } from 'fastify';
import { type Html, html } from '#app/core/text/html.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { type OrganizedWaiting, listEventWaiting } from '../waiting.list.ts';
import { createFieldReader, parseNumber } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import { listEventTickets } from '../event-tickets.ts';
import { buildEventPath, sendOrganize, type Visit } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { type Notice, findNotice } from './notices.ts';
import { renderActionForm, renderConfirmedForm, count, renderEventTabs, formatInstant, renderPageLinks, getTitle } from './parts.ts';

const PER_PAGE = 25;

function renderEntryCard(visit: Visit, path: string, titles: ReadonlyMap<number, string>, entry: OrganizedWaiting): Html {
  const { site, viewer, say } = visit;
  const { id, fullName, email, quantity, ticketId, status, createdUtc, hold } = entry;
  const action = { path, id, of: fullName };
  const places = say('checkout.line', { quantity: count(say, quantity), ticket: titles.get(ticketId) ?? say('organize.aTicket') });
  const offer = status === 'offered' && hold ? ` · ${say('organize.offerUntil', { time: formatInstant(site, say, hold.expiresAt) })}` : '';
  return html`<li class="org-event"><h2 dir="auto">${fullName}</h2>
<p class="quiet">${email} · ${places} · ${say('organize.since', { time: formatInstant(site, say, createdUtc) })}${offer}</p>
<div class="org-acts">${
    status === 'offered'
      ? renderActionForm(site, viewer, { ...action, name: 'resend-offer', label: say('organize.resendOffer') })
      : renderActionForm(site, viewer, { ...action, name: 'offer', label: say('organize.offerNow') })
  }
${renderConfirmedForm(site, viewer, { ...action, name: 'remove-waiting', label: say('organize.removeWaiting'), sure: say('organize.removeWaitingSure') })}</div></li>`;
}

/** Shows the waiting list of an event in the order in which places are offered. */
export async function showWaiting(visit: Visit, notice: Notice | null = findNotice(visit)): Promise<FastifyReply> {
  const { site, viewer, say, request } = visit;
  const event = await getOrganizedEvent(site, viewer, parseEventId(visit));
  const page = Math.max(parseNumber(createFieldReader(request.query)('page')), 1);
  const [entries, tickets] = await Promise.all([
    listEventWaiting(site, event.id, { page, perPage: PER_PAGE }),
    listEventTickets(site, event.id),
  ]);
  const titles = new Map(tickets.map(({ id, title }) => [id, toPlainText(title)]));
  const buildPageUrl = (pageNumber: number) => `${buildEventPath(site, event.id, '/waiting')}?page=${pageNumber}`;
  const title = say('organize.waitingListOf', { event: getTitle(say, event) });
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, say, event, '/waiting')}
${notice?.body}
<p>${say('organize.waitingCount', { count: entries.total })}</p>
<ul class="org-list">${entries.nodes.map((entry) => renderEntryCard(visit, buildPageUrl(page), titles, entry))}</ul>
${renderPageLinks(say, buildPageUrl, page, entries.totalPages)}`;
  return sendOrganize(visit, title, body, notice?.status ?? 200);
}
