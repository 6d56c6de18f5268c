import type { FastifyReply } from 'fastify';
import { type Html, html } from '#app/core/html.ts';
import type { GatewayName } from '#app/domains/checkout/gateways/gateway.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import { listAttendees } from '#app/domains/tickets/attendee.list.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { isCompleted, isTakenBack } from '#app/domains/tickets/statuses.ts';
import { fieldsOf, numberIn } from '#app/web/pages/forms.ts';
import { organizedEvent, organizerOf } from '../access.ts';
import { ticketsOfEvent } from '../event-tickets.ts';
import { listOrdersOfEvent, type OrganizedOrder } from '../order.list.ts';
import { eventPath, sendOrganize, type Visit } from './entry.ts';
import { eventNumber } from './event.page.ts';
import { type Notice, noticeOf } from './notices.ts';
import { actForm, carefulForm, count, eventTabs, momentText, money, pagesPart, searchForm, titleOf } from './parts.ts';

const PER_PAGE = 25;

/** What a list of people was asked for. */
function askedOf({ request }: Visit) {
  const field = fieldsOf(request.query);
  return { query: field('q').trim().slice(0, 200), page: Math.max(numberIn(field('page')), 1) };
}

const gateways: Readonly<Record<GatewayName, string>> = {
  manual: 'at the door or by transfer',
  stripe: 'at Stripe',
  'hand-over': 'at another service',
};

function orderState({ status, payment, gateway }: OrganizedOrder): string {
  if (isTakenBack(status)) return payment && payment.refundDueMinor > 0n ? 'Cancelled, paid back' : 'Cancelled';
  if (status === 'completed') return 'Paid';
  return payment?.state === 'open' ? 'Is being paid' : `Not paid, ${gateways[gateway as GatewayName] ?? gateway}`;
}

function orderCard(
  { site, viewer }: Visit,
  eventId: number,
  back: string,
  titles: ReadonlyMap<number, string>,
  order: OrganizedOrder,
): Html {
  const path = eventPath(site, eventId, '/orders');
  const { id, purchaserName, purchaserEmail, items, totalMinor, currency, createdUtc, status, payment } = order;
  const of = `order ${id} of ${purchaserName}`;
  const lines = items.map(({ quantity, ticketId }) => `${count(quantity)} × ${titles.get(ticketId) ?? 'a ticket of another event'}`);
  const isOff = isTakenBack(status);
  const total = totalMinor > 0n ? money(site, totalMinor, currency) : 'free';
  return html`<li class="org-event" id="order-${id}"><h2 dir="auto">${purchaserName || 'Somebody'} <span class="org-state">${totalMinor === 0n && status === 'completed' ? 'Free' : orderState(order)}</span></h2>
<p class="quiet">Order ${id} · ${purchaserEmail} · ${momentText(site, createdUtc)}</p>
<p>${lines.join(', ')} · <strong>${total}</strong></p>
${
  !isOff &&
  html`<div class="org-acts">
${status !== 'completed' && payment?.state !== 'open' && actForm(site, viewer, { path, back, name: 'settle', id, label: 'Mark as paid', of, style: 'small' })}
<a class="org-more" href="${eventPath(site, eventId, '/attendees')}?q=${id}" aria-label="Attendees of ${of}">Attendees</a>
${carefulForm(site, viewer, { path, back, name: 'cancel-order', id, label: 'Cancel the order', sure: 'Yes, cancel the order', of })}</div>`
}</li>`;
}

/** Shows the orders of an event. */
export async function showOrders(visit: Visit, notice: Notice | null = noticeOf(visit.request)): Promise<FastifyReply> {
  const { site, viewer } = visit;
  const event = await organizedEvent(site, viewer, eventNumber(visit));
  const { query, page } = askedOf(visit);
  const [found, tickets] = await Promise.all([
    listOrdersOfEvent(site, event.id, { search: query, page, perPage: PER_PAGE }),
    ticketsOfEvent(site, event.id),
  ]);
  const titles = new Map(tickets.map(({ id, title }) => [id, plainOf(title)]));
  const path = eventPath(site, event.id, '/orders');
  const address = (to: number) => `${path}?${new URLSearchParams({ q: query, page: String(to) })}`;
  const body = html`<h1 dir="auto">Orders: ${titleOf(event)}</h1>
${eventTabs(site, event, '/orders')}
${notice?.body}
${searchForm(path, 'Name, address or number', query)}
<p>${found.total === 1 ? 'One order' : `${count(found.total)} orders`}${query !== '' && ` for “${query}”`}. Registrations without an order are among the attendees.</p>
<ul class="org-list" id="order-list">${found.nodes.map((order) => orderCard(visit, event.id, query, titles, order))}</ul>
${pagesPart(address, page, found.totalPages)}`;
  return sendOrganize(visit, `Orders: ${titleOf(event)}`, body, notice?.status ?? 200);
}

function attendeeState(attendee: AttendeeRecord): string {
  if (attendee.checkedIn) return 'In';
  if (isCompleted(attendee.provider, attendee.orderStatus)) return 'Comes';
  return attendee.orderStatus === 'no' ? 'Does not come' : 'Not paid';
}

function attendeeCard(
  { site, viewer }: Visit,
  path: string,
  back: string,
  titles: ReadonlyMap<number, string>,
  attendee: AttendeeRecord,
): Html {
  const { id, fullName, email, ticketId, orderId, checkedIn, createdUtc, orderStatus } = attendee;
  const act = { path, back, id, of: fullName };
  const isGood = isCompleted(attendee.provider, orderStatus);
  return html`<li class="org-event"><h2 dir="auto">${fullName} <span class="org-state">${attendeeState(attendee)}</span></h2>
<p class="quiet">${titles.get(ticketId) ?? plainOf(attendee.deletedTicketTitle ?? '')} · ${email}${orderId !== null && html` · <a href="${eventPath(site, attendee.postId ?? 0, '/orders')}?q=${orderId}">order ${orderId}</a>`} · ${momentText(site, createdUtc)}</p>
<div class="org-acts">
${isGood && actForm(site, viewer, { ...act, name: 'resend', label: 'Send the ticket again' })}
${checkedIn && actForm(site, viewer, { ...act, name: 'undo', label: 'Take back the check-in' })}
${!checkedIn && orderStatus !== 'no' && carefulForm(site, viewer, { ...act, name: 'cancel', label: 'Cancel', sure: 'Yes, cancel' })}</div></li>`;
}

/** Shows who comes to an event. */
export async function showAttendees(visit: Visit, notice: Notice | null = noticeOf(visit.request)): Promise<FastifyReply> {
  const { site, viewer } = visit;
  const event = await organizedEvent(site, viewer, eventNumber(visit));
  const { query, page } = askedOf(visit);
  const wish = { page, perPage: PER_PAGE, orderBy: 'title', order: 'asc' } as const;
  const [found, tickets] = await Promise.all([
    listAttendees(site, organizerOf(viewer), { ...wish, filter: { postId: event.id, search: query } }),
    ticketsOfEvent(site, event.id),
  ]);
  const titles = new Map(tickets.map(({ id, title }) => [id, plainOf(title)]));
  const path = eventPath(site, event.id, '/attendees');
  const address = (to: number) => `${path}?${new URLSearchParams({ q: query, page: String(to) })}`;
  const body = html`<h1 dir="auto">Attendees: ${titleOf(event)}</h1>
${eventTabs(site, event, '/attendees')}
${notice?.body}
${searchForm(path, 'Name or number of the order', query)}
<div class="org-top"><p>${found.total === 1 ? 'One person' : `${count(found.total)} people`}${query !== '' && ` for “${query}”`}</p>
<p><a href="${sitePath(site, '/exports/attendees.csv')}?post_id=${event.id}" download>Download all as CSV</a></p></div>
<ul class="org-list">${found.nodes.map((attendee) => attendeeCard(visit, path, query, titles, attendee))}</ul>
${pagesPart(address, page, found.totalPages)}`;
  return sendOrganize(visit, `Attendees: ${titleOf(event)}`, body, notice?.status ?? 200);
}
