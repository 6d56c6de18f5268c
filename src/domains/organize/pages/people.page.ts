import type { FastifyReply } from 'fastify';
import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import type { GatewayName } from '#app/domains/checkout/gateways/gateway.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import { listAttendees } from '#app/domains/tickets/attendee.list.ts';
import type { AttendeeRow } from '#app/domains/tickets/attendee.record.ts';
import { isCompleted, isTakenBack, isUnpaid } from '#app/domains/tickets/statuses.ts';
import { fieldsOf, nonceField, numberIn } from '#app/web/pages/forms.ts';
import { organizedEvent, organizerOf } from '../access.ts';
import { ticketsOfEvent } from '../event-tickets.ts';
import { listOrdersOfEvent, type OrganizedOrder } from '../order.list.ts';
import { eventPath, ORGANIZE_ACTION, sendOrganize, type Visit } from './entry.ts';
import { eventNumber } from './event.page.ts';
import { type Notice, noticeOf } from './notices.ts';
import { outstandingOf, refundPart } from './refund.part.ts';
import { actForm, carefulForm, count, eventTabs, momentText, money, pagesPart, searchForm, titleOf } from './parts.ts';

const PER_PAGE = 25;

/** Parses the search and page of a list of people. */
function askedOf({ request }: Visit) {
  const field = fieldsOf(request.query);
  const refund = (['due', 'done'] as const).find((one) => one === field('refund'));
  return { refund, query: field('q').trim().slice(0, 200), page: Math.max(numberIn(field('page')), 1) };
}

const unpaid: Readonly<Record<GatewayName, TextKey>> = {
  manual: 'organize.unpaid.manual',
  stripe: 'organize.unpaid.stripe',
  'hand-over': 'organize.unpaid.handOver',
};

/** True if the buyer missed the deadline of a manual payment. A late payment is accepted while places are free. */
const isLapsed = ({ status, payUntilUtc, modifiedUtc }: OrganizedOrder) =>
  status === 'not-completed' && payUntilUtc !== null && payUntilUtc <= modifiedUtc;

/** True if an organizer may mark the order as paid. */
const maySettle = (order: OrganizedOrder) =>
  isLapsed(order) || (!isTakenBack(order.status) && order.status !== 'completed' && order.payment?.state !== 'open');

function orderState(say: Say, order: OrganizedOrder): string {
  const { status, payment, gateway } = order;
  if (isLapsed(order)) return say('organize.lapsed');
  if (isTakenBack(status))
    return say(outstandingOf(order) === 0n && payment && payment.refundDueMinor > 0n ? 'organize.paidBack' : 'organize.cancelled');
  if (status === 'completed') return say('organize.paid');
  if (payment?.state === 'open') return say('organize.beingPaid');
  return Object.hasOwn(unpaid, gateway) ? say(unpaid[gateway as GatewayName]) : say('organize.unpaid.other', { gateway });
}

/** Renders the replies to questions. */
function answersPart(answers: Readonly<Record<string, unknown>>): Html | null {
  const given = Object.entries(answers).filter(([, value]) => typeof value === 'string' && value !== '');
  return given.length === 0
    ? null
    : html`<dl class="org-facts">${given.map(([question, value]) => html`<div><dt dir="auto">${question}</dt><dd dir="auto">${String(value)}</dd></div>`)}</dl>`;
}

function orderCard(
  { site, viewer, say, request, reply }: Visit,
  eventId: number,
  back: string,
  titles: ReadonlyMap<number, string>,
  order: OrganizedOrder,
): Html {
  const path = eventPath(site, eventId, '/orders');
  const { id, purchaserName, purchaserEmail, items, totalMinor, currency, createdUtc, status, payUntilUtc } = order;
  const of = say('organize.orderOf', { id, name: purchaserName });
  const lines = items.map(({ quantity, ticketId }) =>
    say('checkout.line', { quantity: count(say, quantity), ticket: titles.get(ticketId) ?? say('organize.otherTicket') }),
  );
  const isOff = isTakenBack(status);
  const until = isUnpaid(status) && payUntilUtc ? ` · ${say('organize.payUntil', { moment: momentText(site, say, payUntilUtc) })}` : '';
  const total = totalMinor > 0n ? money(site, say, totalMinor, currency) : say('organize.totalFree');
  return html`<li class="org-event" id="order-${id}"><h2 dir="auto">${purchaserName || say('organize.somebody')} <span class="org-state">${totalMinor === 0n && status === 'completed' ? say('offers.free') : orderState(say, order)}</span></h2>
<p class="quiet">${[say('organize.order', { id }), purchaserEmail, momentText(site, say, createdUtc)].filter((fact) => fact !== '').join(' · ')}${until}</p>
<p>${lines.join(', ')} · <strong>${total}</strong>${order.checkout && order.checkout.discountCode !== '' && ` · ${say('checkout.discountApplied', { code: order.checkout.discountCode })}`}</p>
${answersPart((order.checkout?.answers ?? {}) as Record<string, unknown>)}
${refundPart({ site, viewer, say, request, reply }, eventId, order)}
${
  (!isOff || isLapsed(order)) &&
  html`<div class="org-acts">
${maySettle(order) && actForm(site, viewer, { path, back, name: 'settle', id, label: say('organize.settle'), of, style: 'small' })}
${
  !isOff &&
  html`<a class="org-more" href="${eventPath(site, eventId, '/attendees')}?q=${id}" aria-label="${say('organize.attendeesOf', { order: of })}">${say('organize.attendees')}</a>
${order.checkoutId !== null && purchaserEmail !== '' && actForm(site, viewer, { path, back, name: 'resend-order', id, label: say('organize.resendOrder'), of })}
${carefulForm(site, viewer, { path, back, name: 'cancel-order', id, label: say('organize.cancelOrder'), sure: say('organize.cancelOrderSure'), of })}`
}</div>`
}</li>`;
}

/** Shows the orders of an event. */
export async function showOrders(visit: Visit, notice: Notice | null = noticeOf(visit)): Promise<FastifyReply> {
  const { site, viewer, say } = visit;
  const event = await organizedEvent(site, viewer, eventNumber(visit));
  const { query, page, refund } = askedOf(visit);
  const [found, tickets] = await Promise.all([
    listOrdersOfEvent(site, event.id, { search: query, refund, page, perPage: PER_PAGE }),
    ticketsOfEvent(site, event.id),
  ]);
  const titles = new Map(tickets.map(({ id, title }) => [id, plainOf(title)]));
  const path = eventPath(site, event.id, '/orders');
  const address = (to: number) => `${path}?${new URLSearchParams({ q: query, ...(refund && { refund }), page: String(to) })}`;
  const title = say('organize.ordersOf', { event: titleOf(say, event) });
  const body = html`<h1 dir="auto">${title}</h1>
${eventTabs(site, say, event, '/orders')}
${notice?.body}
<p><a class="button" href="${eventPath(site, event.id, '/box-office')}">${say('organize.boxOffice')}</a></p>
${searchForm(say, path, say('organize.findOrder'), query, refund && { refund })}
<p class="org-acts">${refund ? html`<a href="${path}">${say('organize.allOrders')}</a>` : html`<a href="${path}?refund=due">${say('organize.refundsDue')}</a>`} <a href="${sitePath(site, '/exports/orders.csv')}?post_id=${event.id}" download>${say('organize.ordersDownload')}</a> <a href="${sitePath(site, '/exports/refunds.csv')}?post_id=${event.id}" download>${say('organize.refundsDownload')}</a></p>
<p>${query === '' ? say('organize.orderCount', { count: found.total }) : say('organize.ordersFound', { count: found.total, query })}. ${say('organize.withoutOrder')}</p>
<ul class="org-list" id="order-list">${found.nodes.map((order) => orderCard(visit, event.id, query, titles, order))}</ul>
${pagesPart(say, address, page, found.totalPages)}`;
  return sendOrganize(visit, title, body, notice?.status ?? 200);
}

function attendeeState(attendee: AttendeeRow): TextKey {
  if (attendee.checkedIn) return 'organize.in';
  if (isCompleted(attendee.provider, attendee.orderStatus)) return 'organize.comes';
  return attendee.orderStatus === 'no' ? 'organize.declined' : 'organize.unpaid';
}

/** Renders the form that corrects a mistyped name or email address. */
function renameForm(
  { site, viewer, say }: Pick<Visit, 'site' | 'viewer' | 'say'>,
  path: string,
  back: string,
  { id, fullName, email }: AttendeeRow,
): Html {
  return html`<details class="org-ask"><summary aria-label="${say('organize.rename')}: ${fullName}">${say('organize.rename')}</summary>
<form method="post" action="${path}" class="org-refund">${nonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="id" value="${id}"><input type="hidden" name="back" value="${back}">
<div class="field"><label for="name-${id}">${say('form.name')}</label><input type="text" id="name-${id}" name="fullName" value="${fullName}" maxlength="250" autocomplete="off" required></div>
<div class="field"><label for="email-${id}">${say('form.email')}</label><input type="email" id="email-${id}" name="email" value="${email}" maxlength="254" autocomplete="off" required></div>
<button class="small" name="act" value="rename">${say('organize.save')}</button></form></details>`;
}

function attendeeCard(
  { site, viewer, say }: Visit,
  path: string,
  back: string,
  titles: ReadonlyMap<number, string>,
  attendee: AttendeeRow,
): Html {
  const { id, fullName, email, ticketId, orderId, checkedIn, createdUtc, orderStatus } = attendee;
  const act = { path, back, id, of: fullName };
  const isGood = isCompleted(attendee.provider, orderStatus);
  return html`<li class="org-event"><h2 dir="auto">${fullName} <span class="org-state">${say(attendeeState(attendee))}</span></h2>
<p class="quiet">${titles.get(ticketId) ?? plainOf(attendee.deletedTicketTitle ?? '')} · ${email}${orderId !== null && html` · <a href="${eventPath(site, attendee.postId ?? 0, '/orders')}?q=${orderId}">${say('organize.orderLink', { id: orderId })}</a>`} · ${momentText(site, say, createdUtc)}</p>
${answersPart(attendee.extra)}
<div class="org-acts">
${isGood && actForm(site, viewer, { ...act, name: 'resend', label: say('organize.resend') })}
${checkedIn && actForm(site, viewer, { ...act, name: 'undo', label: say('organize.undo') })}
${renameForm({ site, viewer, say }, path, back, attendee)}
${!checkedIn && orderStatus !== 'no' && carefulForm(site, viewer, { ...act, name: 'cancel', label: say('organize.cancel'), sure: say('organize.cancelSure') })}</div></li>`;
}

/** Shows the attendees of an event. */
export async function showAttendees(visit: Visit, notice: Notice | null = noticeOf(visit)): Promise<FastifyReply> {
  const { site, viewer, say } = visit;
  const event = await organizedEvent(site, viewer, eventNumber(visit));
  const { query, page } = askedOf(visit);
  const options = { page, perPage: PER_PAGE, orderBy: 'title', order: 'asc' } as const;
  const [found, tickets] = await Promise.all([
    listAttendees(site, organizerOf(viewer), { ...options, filter: { postId: event.id, search: query } }),
    ticketsOfEvent(site, event.id),
  ]);
  const titles = new Map(tickets.map(({ id, title }) => [id, plainOf(title)]));
  const path = eventPath(site, event.id, '/attendees');
  const address = (to: number) => `${path}?${new URLSearchParams({ q: query, page: String(to) })}`;
  const title = say('organize.attendeesOfEvent', { event: titleOf(say, event) });
  const body = html`<h1 dir="auto">${title}</h1>
${eventTabs(site, say, event, '/attendees')}
${notice?.body}
<p><a class="button" href="${eventPath(site, event.id, '/message')}">${say('organize.message')}</a></p>
${searchForm(say, path, say('organize.findAttendee'), query)}
<div class="org-top"><p>${query === '' ? say('organize.peopleCount', { count: found.total }) : say('organize.peopleFound', { count: found.total, query })}</p>
<p><a href="${sitePath(site, '/exports/attendees.csv')}?post_id=${event.id}" download>${say('organize.download')}</a></p></div>
<ul class="org-list">${found.nodes.map((attendee) => attendeeCard(visit, path, query, titles, attendee))}</ul>
${pagesPart(say, address, page, found.totalPages)}`;
  return sendOrganize(visit, title, body, notice?.status ?? 200);
}
