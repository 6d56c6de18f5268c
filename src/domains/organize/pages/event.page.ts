import type { FastifyReply } from 'fastify';
import { type Html, html } from '#app/core/text/html.ts';
import { now } from '#app/core/time/clock.ts';
import { formatLocalTime } from '#app/core/language/dates.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { formatWallByPattern } from '#app/core/language/date-format.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import { isSharing } from '#app/domains/tickets/capacity.rules.ts';
import { isSaleOpen, computeSaleInstants } from '#app/domains/tickets/sale-window.rules.ts';
import { getSaleZone } from '#app/domains/tickets/selling-post.ts';
import { getCapacity, countPlacesLeft, type TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { countWaitingEntries } from '#app/domains/tickets/waiting-list/waiting.service.ts';
import type { Site } from '#app/site.ts';
import { parseNumber } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import { listEventTickets } from '../event-tickets.ts';
import { loadSales } from '../sales.reader.ts';
import { type SalesOfDay, loadSalesOverTime } from '../sales-by-day.ts';
import { buildEventPath, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import {
  renderActionForm,
  renderConfirmedForm,
  formatCount,
  renderEventTabs,
  renderSalesList,
  formatMoney,
  formatRevenue,
  formatStart,
  formatStatus,
  getEventTitle,
} from './parts.ts';
import { findEventNotice, type Notice } from './notices.ts';
import { renderCopyCodesField, renderSeriesPart } from './series.part.ts';

/** Returns the event ID in the URL. */
export const parseEventId = ({ request }: OrganizerContext): number => parseNumber((request.params as { event: string }).event);

function getSaleState(site: Site, ticket: TicketRecord): { isOnSale: boolean; stateKey: TextKey } {
  const at = now();
  const isOnSale = isSaleOpen(ticket, getSaleZone(site, ticket.post), ticket.post?.endUtc ?? null, at);
  if (isOnSale) return { isOnSale, stateKey: countPlacesLeft(ticket) === 0 ? 'offers.soldOut' : 'organize.onSale' };
  const { opensAt } = computeSaleInstants(ticket, getSaleZone(site, ticket.post));
  return { isOnSale, stateKey: opensAt !== null && at < opensAt ? 'organize.notYetOnSale' : 'organize.saleOver' };
}

function formatCapacity(translate: Translate, ticket: TicketRecord): string {
  const capacity = getCapacity(ticket);
  if (capacity < 0) return translate('organize.noLimit');
  if (!isSharing(ticket.stockMode)) return formatCount(translate, capacity);
  const shared = translate('organize.sharedOf', { count: formatCount(translate, ticket.post?.sharedCapacity ?? 0) });
  return ticket.stockMode === 'global' ? shared : `${formatCount(translate, capacity)} / ${shared}`;
}

function renderTicketRow(context: OrganizerContext, ticket: TicketRecord): Html {
  const { site, viewer, translate } = context;
  const { isOnSale, stateKey } = getSaleState(site, ticket);
  const remaining = countPlacesLeft(ticket);
  const name = toPlainText(ticket.title) || translate('ticket.ticket');
  const price =
    ticket.provider === 'rsvp'
      ? translate('organize.registration')
      : Number(ticket.priceMinor) === 0
        ? translate('offers.free')
        : formatMoney(site, translate, ticket.priceMinor, '');
  const saleAction = isOnSale
    ? { name: 'close', label: translate('organize.closeSale') }
    : { name: 'open', label: translate('organize.openSale') };
  const endUtc = ticket.post?.endUtc ?? null;
  const hasEnded = endUtc !== null && endUtc < now();
  return html`<li class="org-event"><h3 dir="auto">${name} <span class="org-state">${translate(stateKey)}</span></h3>
<dl class="org-facts"><div><dt>${translate('organize.price')}</dt><dd>${price}</dd></div><div><dt>${translate('organize.taken')}</dt><dd>${formatCount(translate, ticket.sold)}</dd></div><div><dt>${translate('organize.left')}</dt><dd>${remaining < 0 ? translate('organize.noLimit') : formatCount(translate, remaining)}</dd></div><div><dt>${translate('organize.capacity')}</dt><dd>${formatCapacity(translate, ticket)}</dd></div></dl>
${
  !hasEnded &&
  html`<div class="org-acts">${renderActionForm(site, viewer, { path: buildEventPath(site, ticket.postId ?? 0), ...saleAction, id: ticket.id, of: name })}
${renderActionForm(site, viewer, { path: buildEventPath(site, ticket.postId ?? 0), name: 'duplicate-ticket', label: translate('organize.duplicate'), id: ticket.id, of: name })}
${renderConfirmedForm(site, viewer, { path: buildEventPath(site, ticket.postId ?? 0), name: 'remove-ticket', label: translate('organize.removeTicket'), sure: translate('organize.removeTicketSure'), id: ticket.id, of: name })}</div>`
}</li>`;
}

function formatDay(translate: Translate, day: string): string {
  const wall = `${day}T00:00:00`;
  return translate.language === 'en'
    ? formatWallByPattern(wall, 'j M Y')
    : formatLocalTime(translate.language, wall, { dateStyle: 'medium' });
}

function renderSalesTable(site: Site, translate: Translate, days: readonly SalesOfDay[]): Html {
  const sold = days.filter(({ tickets }) => tickets > 0).toReversed();
  if (sold.length === 0) return html`<p class="quiet">${translate('organize.nothingSold')}</p>`;
  return html`<details><summary>${translate('organize.byDay')}</summary><div class="scrolled" tabindex="0" role="region" aria-label="${translate('organize.salesByDay')}"><table class="numbers"><thead><tr><th scope="col">${translate('organize.day')}</th><th scope="col" class="number">${translate('offers.title')}</th><th scope="col" class="number">${translate('organize.revenue')}</th></tr></thead>
<tbody>${sold.map(({ day, tickets, revenue }) => html`<tr><th scope="row">${formatDay(translate, day)}</th><td class="number">${formatCount(translate, tickets)}</td><td class="number">${formatRevenue(site, translate, revenue)}</td></tr>`)}</tbody></table></div></details>`;
}

async function renderWaitingPart({ site, translate }: OrganizerContext, event: EventRecord): Promise<Html | null> {
  const entries = await countWaitingEntries(site, { postId: event.id });
  if (entries === 0) return null;
  return html`<h2>${translate('organize.waitingList')}</h2>
<p><a href="${buildEventPath(site, event.id, '/waiting')}">${translate('organize.seeWaiting', { count: entries })}</a></p>`;
}

/** Renders the button that copies an event. If it has discount codes, a checkbox asks whether to copy them. */
function renderDuplicateForm({ site, viewer, translate }: OrganizerContext, event: EventRecord, codes: Html | null): Html {
  const label = translate('organize.duplicateEvent');
  const action = {
    path: buildEventPath(site, event.id),
    name: 'duplicate',
    label,
    id: event.id,
    of: getEventTitle(translate, event),
    fields: codes,
  };
  if (!codes) return renderActionForm(site, viewer, action);
  return html`<details class="org-ask"><summary aria-label="${label}: ${action.of}">${label}</summary>${renderActionForm(site, viewer, { ...action, label: translate('organize.duplicate') })}</details>`;
}

/** Shows the sales of an event, with `notice` above them. */
export async function showEvent(
  context: OrganizerContext,
  notice: Notice | null = findEventNotice(context, parseEventId(context)),
): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const [[sales], [days = []], tickets] = await Promise.all([
    loadSales(site, [event.id]),
    loadSalesOverTime(site, [event]),
    listEventTickets(site, event.id),
  ]);
  const [waiting, series, codes] = await Promise.all([
    renderWaitingPart(context, event),
    renderSeriesPart(context, event),
    renderCopyCodesField(context, event, 'organize.withCodes'),
  ]);
  const isCancelled = isEventCancelled(event);
  // an interrupted cancellation can be continued
  const mayCancel = !isCancelled || (sales !== undefined && sales.sold + sales.held > sales.in);
  const { renderPlot } = await import('#app/web/pages/plot.ts');
  const body = html`<h1 dir="auto">${getEventTitle(translate, event)}</h1>
<p class="quiet">${formatStart(site, translate, event)} <span class="org-state">${formatStatus(translate, event.status)}</span>${isCancelled && html` <span class="org-state">${translate('event.cancelled')}</span>`}</p>
${renderEventTabs(site, translate, event, '')}
${notice?.body}
${sales && renderSalesList(site, translate, sales, 'sums')}
<div class="org-acts">${isManager(viewer) && html`<a class="button" href="${toSitePath(site, `/door/${event.id}`)}">${translate('organize.openDoor')}</a>`}${!isCancelled && html`<a class="org-more" href="${buildEventPath(site, event.id, '/box-office')}">${translate('organize.boxOffice')}</a>`}<a class="org-more" href="${buildEventPath(site, event.id, '/message')}">${translate('organize.message')}</a>${renderDuplicateForm(context, event, codes)}${mayCancel && html`<a class="org-more" href="${buildEventPath(site, event.id, '/cancel')}">${translate('organize.cancelEvent')}</a>`}</div>
<h2>${translate('offers.title')}</h2>
${tickets.length === 0 && html`<p>${translate('organize.noTicketsYet')} <a href="${buildEventPath(site, event.id, '/edit')}#tickets">${translate('organize.addTicket')}</a>.</p>`}
<ul class="org-list">${tickets.map((ticket) => renderTicketRow(context, ticket))}</ul>
${tickets.length > 0 && html`<p><a href="${buildEventPath(site, event.id, '/edit')}#tickets">${translate('organize.changeTickets')}</a></p>`}
<h2>${translate('organize.overTime')}</h2>
${renderPlot({ translate, name: translate('offers.title'), days: days.map(({ day }) => formatDay(translate, day)), values: days.map(({ tickets: sold }) => sold) })}
${renderSalesTable(site, translate, days)}
${series}
${waiting}`;
  return sendOrganizerPage(context, getEventTitle(translate, event), body, notice?.status ?? 200);
}
