import type { FastifyReply } from 'fastify';
import { type Html, html } from '#app/core/text/html.ts';
import { now } from '#app/core/time/clock.ts';
import { formatLocalTime } from '#app/core/language/dates.ts';
import type { Say } from '#app/core/language/say.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { formatWallByPattern } from '#app/core/language/date-format.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import { isSharing } from '#app/domains/tickets/capacity.rules.ts';
import { isOpen, computeSaleInstants } from '#app/domains/tickets/sale-window.rules.ts';
import { getSaleZone } from '#app/domains/tickets/selling-post.ts';
import { getCapacity, countPlacesLeft, type TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { countWaiting } from '#app/domains/tickets/waiting-list/waiting.service.ts';
import type { Site } from '#app/site.ts';
import { parseNumber } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import { listEventTickets } from '../event-tickets.ts';
import { loadSales } from '../sales.reader.ts';
import { type SalesOfDay, loadSalesOverTime } from '../sales-by-day.ts';
import { buildEventPath, sendOrganize, type Visit } from './organizer-page.ts';
import {
  renderActionForm,
  renderConfirmedForm,
  count,
  renderEventTabs,
  renderFacts,
  formatMoney,
  formatRevenue,
  formatStart,
  formatStatus,
  getTitle,
} from './parts.ts';
import { findEventNotice, type Notice } from './notices.ts';
import { copyCodesField, renderSeriesPart } from './series.part.ts';

/** Returns the event ID in the URL. */
export const parseEventId = ({ request }: Visit): number => parseNumber((request.params as { event: string }).event);

function getSaleState(site: Site, ticket: TicketRecord): { isOnSale: boolean; stateKey: TextKey } {
  const at = now();
  const isOnSale = isOpen(ticket, getSaleZone(site, ticket.post), ticket.post?.endUtc ?? null, at);
  if (isOnSale) return { isOnSale, stateKey: countPlacesLeft(ticket) === 0 ? 'offers.soldOut' : 'organize.onSale' };
  const { opensAt } = computeSaleInstants(ticket, getSaleZone(site, ticket.post));
  return { isOnSale, stateKey: opensAt !== null && at < opensAt ? 'organize.notYetOnSale' : 'organize.saleOver' };
}

function formatCapacity(say: Say, ticket: TicketRecord): string {
  const capacity = getCapacity(ticket);
  if (capacity < 0) return say('organize.noLimit');
  if (!isSharing(ticket.stockMode)) return count(say, capacity);
  const shared = say('organize.sharedOf', { count: count(say, ticket.post?.sharedCapacity ?? 0) });
  return ticket.stockMode === 'global' ? shared : `${count(say, capacity)} / ${shared}`;
}

function renderTicketRow(visit: Visit, ticket: TicketRecord): Html {
  const { site, viewer, say } = visit;
  const { isOnSale, stateKey } = getSaleState(site, ticket);
  const remaining = countPlacesLeft(ticket);
  const name = toPlainText(ticket.title) || say('ticket.ticket');
  const price =
    ticket.provider === 'rsvp'
      ? say('organize.registration')
      : Number(ticket.priceMinor) === 0
        ? say('offers.free')
        : formatMoney(site, say, ticket.priceMinor, '');
  const saleAction = isOnSale ? { name: 'close', label: say('organize.closeSale') } : { name: 'open', label: say('organize.openSale') };
  const endUtc = ticket.post?.endUtc ?? null;
  const hasEnded = endUtc !== null && endUtc < now();
  return html`<li class="org-event"><h3 dir="auto">${name} <span class="org-state">${say(stateKey)}</span></h3>
<dl class="org-facts"><div><dt>${say('organize.price')}</dt><dd>${price}</dd></div><div><dt>${say('organize.taken')}</dt><dd>${count(say, ticket.sold)}</dd></div><div><dt>${say('organize.left')}</dt><dd>${remaining < 0 ? say('organize.noLimit') : count(say, remaining)}</dd></div><div><dt>${say('organize.capacity')}</dt><dd>${formatCapacity(say, ticket)}</dd></div></dl>
${
  !hasEnded &&
  html`<div class="org-acts">${renderActionForm(site, viewer, { path: buildEventPath(site, ticket.postId ?? 0), ...saleAction, id: ticket.id, of: name })}
${renderActionForm(site, viewer, { path: buildEventPath(site, ticket.postId ?? 0), name: 'duplicate-ticket', label: say('organize.duplicate'), id: ticket.id, of: name })}
${renderConfirmedForm(site, viewer, { path: buildEventPath(site, ticket.postId ?? 0), name: 'remove-ticket', label: say('organize.removeTicket'), sure: say('organize.removeTicketSure'), id: ticket.id, of: name })}</div>`
}</li>`;
}

function formatDay(say: Say, day: string): string {
  const wall = `${day}T00:00:00`;
  return say.language === 'en' ? formatWallByPattern(wall, 'j M Y') : formatLocalTime(say.language, wall, { dateStyle: 'medium' });
}

function renderSalesTable(site: Site, say: Say, days: readonly SalesOfDay[]): Html {
  const sold = days.filter(({ tickets }) => tickets > 0).toReversed();
  if (sold.length === 0) return html`<p class="quiet">${say('organize.nothingSold')}</p>`;
  return html`<details><summary>${say('organize.byDay')}</summary><div class="scrolled" tabindex="0" role="region" aria-label="${say('organize.salesByDay')}"><table class="numbers"><thead><tr><th scope="col">${say('organize.day')}</th><th scope="col" class="number">${say('offers.title')}</th><th scope="col" class="number">${say('organize.revenue')}</th></tr></thead>
<tbody>${sold.map(({ day, tickets, revenue }) => html`<tr><th scope="row">${formatDay(say, day)}</th><td class="number">${count(say, tickets)}</td><td class="number">${formatRevenue(site, say, revenue)}</td></tr>`)}</tbody></table></div></details>`;
}

async function renderWaitingPart({ site, say }: Visit, event: EventRecord): Promise<Html | null> {
  const entries = await countWaiting(site, { postId: event.id });
  if (entries === 0) return null;
  return html`<h2>${say('organize.waitingList')}</h2>
<p><a href="${buildEventPath(site, event.id, '/waiting')}">${say('organize.seeWaiting', { count: entries })}</a></p>`;
}

/** Renders the button that copies an event. If it has discount codes, a checkbox asks whether to copy them. */
function renderDuplicateForm({ site, viewer, say }: Visit, event: EventRecord, codes: Html | null): Html {
  const label = say('organize.duplicateEvent');
  const action = { path: buildEventPath(site, event.id), name: 'duplicate', label, id: event.id, of: getTitle(say, event), fields: codes };
  if (!codes) return renderActionForm(site, viewer, action);
  return html`<details class="org-ask"><summary aria-label="${label}: ${action.of}">${label}</summary>${renderActionForm(site, viewer, { ...action, label: say('organize.duplicate') })}</details>`;
}

/** Shows the sales of an event, with `notice` above them. */
export async function showEvent(visit: Visit, notice: Notice | null = findEventNotice(visit, parseEventId(visit))): Promise<FastifyReply> {
  const { site, viewer, say } = visit;
  const event = await getOrganizedEvent(site, viewer, parseEventId(visit));
  const [[sales], [days = []], tickets] = await Promise.all([
    loadSales(site, [event.id]),
    loadSalesOverTime(site, [event]),
    listEventTickets(site, event.id),
  ]);
  const [waiting, series, codes] = await Promise.all([
    renderWaitingPart(visit, event),
    renderSeriesPart(visit, event),
    copyCodesField(visit, event, 'organize.withCodes'),
  ]);
  const isCancelled = isEventCancelled(event);
  // an interrupted cancellation can be continued
  const mayCancel = !isCancelled || (sales !== undefined && sales.sold + sales.held > sales.in);
  const { renderPlot } = await import('#app/web/pages/plot.ts');
  const body = html`<h1 dir="auto">${getTitle(say, event)}</h1>
<p class="quiet">${formatStart(site, say, event)} <span class="org-state">${formatStatus(say, event.status)}</span>${isCancelled && html` <span class="org-state">${say('event.cancelled')}</span>`}</p>
${renderEventTabs(site, say, event, '')}
${notice?.body}
${sales && renderFacts(site, say, sales, 'sums')}
<div class="org-acts">${isManager(viewer) && html`<a class="button" href="${toSitePath(site, `/door/${event.id}`)}">${say('organize.openDoor')}</a>`}${!isCancelled && html`<a class="org-more" href="${buildEventPath(site, event.id, '/box-office')}">${say('organize.boxOffice')}</a>`}<a class="org-more" href="${buildEventPath(site, event.id, '/message')}">${say('organize.message')}</a>${renderDuplicateForm(visit, event, codes)}${mayCancel && html`<a class="org-more" href="${buildEventPath(site, event.id, '/cancel')}">${say('organize.cancelEvent')}</a>`}</div>
<h2>${say('offers.title')}</h2>
${tickets.length === 0 && html`<p>${say('organize.noTicketsYet')} <a href="${buildEventPath(site, event.id, '/edit')}#tickets">${say('organize.addTicket')}</a>.</p>`}
<ul class="org-list">${tickets.map((ticket) => renderTicketRow(visit, ticket))}</ul>
${tickets.length > 0 && html`<p><a href="${buildEventPath(site, event.id, '/edit')}#tickets">${say('organize.changeTickets')}</a></p>`}
<h2>${say('organize.overTime')}</h2>
${renderPlot({ say, name: say('offers.title'), days: days.map(({ day }) => formatDay(say, day)), values: days.map(({ tickets: sold }) => sold) })}
${renderSalesTable(site, say, days)}
${series}
${waiting}`;
  return sendOrganize(visit, getTitle(say, event), body, notice?.status ?? 200);
}
