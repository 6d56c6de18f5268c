import type { FastifyReply } from 'fastify';
import { type Html, html } from '#app/core/html.ts';
import { now } from '#app/core/clock.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { formatWall } from '#app/domains/events/date-format.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import { isOpen, momentsOf } from '#app/domains/tickets/sale-window.rules.ts';
import { saleZone } from '#app/domains/tickets/selling-post.ts';
import { capacityOf, placesLeft, type TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { listWaiting } from '#app/domains/tickets/waiting-list/waiting.service.ts';
import type { Site } from '#app/site.ts';
import { numberIn } from '#app/web/pages/forms.ts';
import { plotPart } from '#app/web/pages/plot.ts';
import { organizedEvent } from '../access.ts';
import { ticketsOfEvent } from '../event-tickets.ts';
import { salesOf } from '../sales.reader.ts';
import { type SalesOfDay, salesOverTime } from '../sales-by-day.ts';
import { eventPath, sendOrganize, type Visit } from './entry.ts';
import { actForm, count, eventTabs, factsOf, momentText, money, revenueText, startText, statusText, titleOf } from './parts.ts';
import { noticeOf, type Notice } from './notices.ts';

const MOST_WAITING = 50;

/** The number of the event that an address names. */
export const eventNumber = ({ request }: Visit): number => numberIn((request.params as { event: string }).event);

function ticketState(site: Site, ticket: TicketRecord): { isSold: boolean; words: string } {
  const at = now();
  const isSold = isOpen(ticket, saleZone(site, ticket.post), ticket.post?.endUtc ?? null, at);
  if (isSold) return { isSold, words: placesLeft(ticket) === 0 ? 'Sold out' : 'On sale' };
  const { opensAt } = momentsOf(ticket, saleZone(site, ticket.post));
  return { isSold, words: opensAt !== null && at < opensAt ? 'Not yet on sale' : 'Sale is over' };
}

function ticketRow(visit: Visit, ticket: TicketRecord): Html {
  const { site, viewer } = visit;
  const { isSold, words } = ticketState(site, ticket);
  const [capacity, left] = [capacityOf(ticket), placesLeft(ticket)];
  const name = plainOf(ticket.title) || 'Ticket';
  const price = ticket.provider === 'rsvp' ? 'Registration' : Number(ticket.priceMinor) === 0 ? 'Free' : money(site, ticket.priceMinor, '');
  const act = isSold ? { name: 'close', label: 'Close the sale' } : { name: 'open', label: 'Open the sale' };
  const isOver = ticket.post?.endUtc !== null && ticket.post !== null && ticket.post.endUtc < now();
  return html`<li class="org-event"><h3 dir="auto">${name} <span class="org-state">${words}</span></h3>
<dl class="org-facts"><div><dt>Price</dt><dd>${price}</dd></div><div><dt>Taken</dt><dd>${count(ticket.sold)}</dd></div><div><dt>Left</dt><dd>${left < 0 ? 'no limit' : count(left)}</dd></div><div><dt>Capacity</dt><dd>${capacity < 0 ? 'no limit' : count(capacity)}</dd></div></dl>
${!isOver && html`<div class="org-acts">${actForm(site, viewer, { path: eventPath(site, ticket.postId ?? 0), ...act, id: ticket.id, of: name })}</div>`}</li>`;
}

function dayText(day: string): string {
  return formatWall(`${day}T00:00:00`, 'j M Y');
}

function salesTable(site: Site, days: readonly SalesOfDay[]): Html {
  const sold = days.filter(({ tickets }) => tickets > 0).toReversed();
  if (sold.length === 0) return html`<p class="quiet">Nothing was sold in this time.</p>`;
  return html`<details><summary>Day by day</summary><div class="scrolled" tabindex="0" role="region" aria-label="Sales day by day"><table class="numbers"><thead><tr><th scope="col">Day</th><th scope="col" class="number">Tickets</th><th scope="col" class="number">Revenue</th></tr></thead>
<tbody>${sold.map(({ day, tickets, revenue }) => html`<tr><th scope="row">${dayText(day)}</th><td class="number">${count(tickets)}</td><td class="number">${revenueText(site, revenue)}</td></tr>`)}</tbody></table></div></details>`;
}

async function waitingPart(site: Site, event: EventRecord, tickets: readonly TicketRecord[]): Promise<Html | null> {
  const entries = await listWaiting(site, { postId: event.id }, { take: MOST_WAITING });
  if (entries.length === 0) return null;
  const titles = new Map(tickets.map(({ id, title }) => [id, plainOf(title)]));
  return html`<h2>Waiting list</h2>
<ol class="cards">${entries.map(
    ({ fullName, email, quantity, ticketId, status, createdUtc }) => html`<li class="card"><div><h3 dir="auto">${fullName}</h3>
<p class="quiet">${email} · ${count(quantity)} × ${titles.get(ticketId) ?? 'a ticket'} · since ${momentText(site, createdUtc)}${status === 'offered' && ' · has an offer'}</p></div></li>`,
  )}</ol>
${entries.length === MOST_WAITING && html`<p class="quiet">These are the first ${MOST_WAITING}.</p>`}`;
}

/** Shows how one event sells. `notice` is said above it. */
export async function showEvent(visit: Visit, notice: Notice | null = noticeOf(visit.request)): Promise<FastifyReply> {
  const { site, viewer } = visit;
  const event = await organizedEvent(site, viewer, eventNumber(visit));
  const [[sales], [days = []], tickets] = await Promise.all([
    salesOf(site, [event.id]),
    salesOverTime(site, [event]),
    ticketsOfEvent(site, event.id),
  ]);
  const waiting = await waitingPart(site, event, tickets);
  const body = html`<h1 dir="auto">${titleOf(event)}</h1>
<p class="quiet">${startText(site, event)} <span class="org-state">${statusText(event.status)}</span></p>
${eventTabs(site, event, '')}
${notice?.body}
${sales && factsOf(site, sales, 'sums')}
<div class="org-acts">${isManager(viewer) && html`<a class="button" href="${sitePath(site, `/door/${event.id}`)}">Open the door</a>`}</div>
<h2>Tickets</h2>
${tickets.length === 0 && html`<p>This event has no tickets yet. <a href="${eventPath(site, event.id, '/edit')}#tickets">Add the first one</a>.</p>`}
<ul class="org-list">${tickets.map((ticket) => ticketRow(visit, ticket))}</ul>
${tickets.length > 0 && html`<p><a href="${eventPath(site, event.id, '/edit')}#tickets">Change prices, capacity and times of sale</a></p>`}
<h2>Sales over time</h2>
${plotPart({ name: 'Tickets', days: days.map(({ day }) => dayText(day)), values: days.map((one) => one.tickets) })}
${salesTable(site, days)}
${waiting}`;
  return sendOrganize(visit, titleOf(event), body, notice?.status ?? 200);
}
