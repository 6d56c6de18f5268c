import type { FastifyReply } from 'fastify';
import { type Html, html } from '#app/core/text/html.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { type WaitingEntryWithOffer, listEventWaitingEntries } from '../waiting.list.ts';
import { createFieldReader, parseNumber } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import { listEventTickets } from '../event-tickets.ts';
import { buildEventPath, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { type Notice, findNotice } from './notices.ts';
import {
  renderActionForm,
  renderConfirmedForm,
  formatCount,
  renderEventTabs,
  formatInstant,
  renderPageLinks,
  getEventTitle,
} from './parts.ts';

const PER_PAGE = 25;

function renderEntryCard(context: OrganizerContext, path: string, titles: ReadonlyMap<number, string>, entry: WaitingEntryWithOffer): Html {
  const { site, viewer, translate } = context;
  const { id, fullName, email, quantity, ticketId, status, createdUtc, hold } = entry;
  const action = { path, id, of: fullName };
  const places = translate('checkout.line', {
    quantity: formatCount(translate, quantity),
    ticket: titles.get(ticketId) ?? translate('organize.aTicket'),
  });
  const offer =
    status === 'offered' && hold ? ` · ${translate('organize.offerUntil', { time: formatInstant(site, translate, hold.expiresAt) })}` : '';
  return html`<li class="org-event"><h2 dir="auto">${fullName}</h2>
<p class="quiet">${email} · ${places} · ${translate('organize.since', { time: formatInstant(site, translate, createdUtc) })}${offer}</p>
<div class="org-acts">${
    status === 'offered'
      ? renderActionForm(site, viewer, { ...action, name: 'resend-offer', label: translate('organize.resendOffer') })
      : renderActionForm(site, viewer, { ...action, name: 'offer', label: translate('organize.offerNow') })
  }
${renderConfirmedForm(site, viewer, { ...action, name: 'remove-waiting', label: translate('organize.removeWaiting'), sure: translate('organize.removeWaitingSure') })}</div></li>`;
}

/** Shows the waiting list of an event in the order in which places are offered. */
export async function showWaiting(context: OrganizerContext, notice: Notice | null = findNotice(context)): Promise<FastifyReply> {
  const { site, viewer, translate, request } = context;
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const page = Math.max(parseNumber(createFieldReader(request.query)('page')), 1);
  const [entries, tickets] = await Promise.all([
    listEventWaitingEntries(site, event.id, { page, perPage: PER_PAGE }),
    listEventTickets(site, event.id),
  ]);
  const titles = new Map(tickets.map(({ id, title }) => [id, toPlainText(title)]));
  const buildPageUrl = (pageNumber: number) => `${buildEventPath(site, event.id, '/waiting')}?page=${pageNumber}`;
  const title = translate('organize.waitingListOf', { event: getEventTitle(translate, event) });
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, translate, event, '/waiting')}
${notice?.body}
<p>${translate('organize.waitingCount', { count: entries.total })}</p>
<ul class="org-list">${entries.nodes.map((entry) => renderEntryCard(context, buildPageUrl(page), titles, entry))}</ul>
${renderPageLinks(translate, buildPageUrl, page, entries.totalPages)}`;
  return sendOrganizerPage(context, title, body, notice?.status ?? 200);
}
