import type { FastifyReply } from 'fastify';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import type { GatewayName } from '#app/domains/checkout/gateways/gateway.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { listAttendees } from '#app/domains/tickets/attendee.list.ts';
import type { AttendeeRow } from '#app/domains/tickets/attendee.record.ts';
import { canEnter, isCanceledStatus, isUnpaid } from '#app/domains/tickets/statuses.ts';
import { createFieldReader, renderNonceField, parseNumber } from '#app/web/pages/forms.ts';
import { getOrganizedEvent, toOrganizerAudience } from '../access.ts';
import { listEventTickets } from '../event-tickets.ts';
import { listOrdersOfEvent, type OrganizedOrder } from '../order.list.ts';
import { buildEventPath, ORGANIZE_ACTION, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { renderOpenAttribute, getRejectedFields } from './fields.ts';
import { type Notice, findNotice } from './notices.ts';
import { computeOutstandingRefund, renderRefundPart } from './refund.part.ts';
import {
  renderActionForm,
  renderConfirmedForm,
  formatCount,
  renderEventTabs,
  formatInstant,
  formatMoney,
  renderPageLinks,
  renderSearchForm,
  getEventTitle,
} from './parts.ts';

const PER_PAGE = 25;

/** Parses the search and page of a list of people. */
function readQuery({ request }: OrganizerContext) {
  const field = createFieldReader(request.query);
  const refund = (['due', 'done'] as const).find((state) => state === field('refund'));
  return { refund, query: field('q').trim().slice(0, 200), page: Math.max(parseNumber(field('page')), 1) };
}

const unpaidTexts: Readonly<Record<GatewayName, TextKey>> = {
  manual: 'organize.unpaid.manual',
  stripe: 'organize.unpaid.stripe',
  'hand-over': 'organize.unpaid.handOver',
};

/** True if the buyer missed the deadline of a manual payment. A late payment is accepted while places are free. */
const isOverdue = ({ status, payUntilUtc, modifiedUtc }: OrganizedOrder) =>
  status === 'not-completed' && payUntilUtc !== null && payUntilUtc <= modifiedUtc;

/** True if an organizer may mark the order as paid. */
const maySettle = (order: OrganizedOrder) =>
  isOverdue(order) || (!isCanceledStatus(order.status) && order.status !== 'completed' && order.payment?.state !== 'open');

function formatOrderState(translate: Translate, order: OrganizedOrder): string {
  const { status, payment, gateway } = order;
  if (isOverdue(order)) return translate('organize.lapsed');
  if (isCanceledStatus(status))
    return translate(
      computeOutstandingRefund(order) === 0n && payment && payment.refundDueMinor > 0n ? 'organize.paidBack' : 'organize.cancelled',
    );
  if (status === 'completed') return translate('organize.paid');
  if (payment?.state === 'open') return translate('organize.beingPaid');
  return Object.hasOwn(unpaidTexts, gateway)
    ? translate(unpaidTexts[gateway as GatewayName])
    : translate('organize.unpaid.other', { gateway });
}

/** Renders the answers to questions. */
function renderAnswers(answers: Readonly<Record<string, unknown>>): Html | null {
  const filled = Object.entries(answers).filter(([, value]) => typeof value === 'string' && value !== '');
  return filled.length === 0
    ? null
    : html`<dl class="org-facts">${filled.map(([question, value]) => html`<div><dt dir="auto">${question}</dt><dd dir="auto">${String(value)}</dd></div>`)}</dl>`;
}

/** Renders an order. Its forms are sent to `path`, which contains the search and the page number of the list. */
function renderOrderCard(
  context: OrganizerContext,
  eventId: number,
  path: string,
  titles: ReadonlyMap<number, string>,
  order: OrganizedOrder,
): Html {
  const { site, viewer, translate } = context;
  const { id, purchaserName, purchaserEmail, items, totalMinor, currency, createdUtc, status, payUntilUtc } = order;
  const orderLabel = translate('organize.orderOf', { id, name: purchaserName });
  const lines = items.map(({ quantity, ticketId }) =>
    translate('checkout.line', {
      quantity: formatCount(translate, quantity),
      ticket: titles.get(ticketId) ?? translate('organize.otherTicket'),
    }),
  );
  const isCancelled = isCanceledStatus(status);
  const until =
    isUnpaid(status) && payUntilUtc ? ` · ${translate('organize.payUntil', { moment: formatInstant(site, translate, payUntilUtc) })}` : '';
  const total = totalMinor > 0n ? formatMoney(site, translate, totalMinor, currency) : translate('organize.totalFree');
  return html`<li class="org-event" id="order-${id}"><h2 dir="auto">${purchaserName || translate('organize.unknownBuyer')} <span class="org-state">${totalMinor === 0n && status === 'completed' ? translate('offers.free') : formatOrderState(translate, order)}</span></h2>
<p class="quiet">${[translate('organize.order', { id }), purchaserEmail, formatInstant(site, translate, createdUtc)].filter((fact) => fact !== '').join(' · ')}${until}</p>
<p>${lines.join(', ')} · <strong>${total}</strong>${order.checkout && order.checkout.discountCode !== '' && ` · ${translate('checkout.discountApplied', { code: order.checkout.discountCode })}`}</p>
${renderAnswers((order.checkout?.answers ?? {}) as Record<string, unknown>)}
${renderRefundPart(context, path, order)}
${
  (!isCancelled || isOverdue(order)) &&
  html`<div class="org-acts">
${maySettle(order) && renderActionForm(site, viewer, { path, name: 'settle', id, label: translate('organize.settle'), of: orderLabel, style: 'small' })}
${
  !isCancelled &&
  html`<a class="org-more" href="${buildEventPath(site, eventId, '/attendees')}?q=${id}" aria-label="${translate('organize.attendeesOf', { order: orderLabel })}">${translate('organize.attendees')}</a>
${order.checkoutId !== null && purchaserEmail !== '' && renderActionForm(site, viewer, { path, name: 'resend-order', id, label: translate('organize.resendOrder'), of: orderLabel })}
${renderConfirmedForm(site, viewer, { path, name: 'cancel-order', id, label: translate('organize.cancelOrder'), sure: translate('organize.cancelOrderSure'), of: orderLabel })}`
}</div>`
}</li>`;
}

/** Shows the orders of an event. */
export async function showOrders(context: OrganizerContext, notice: Notice | null = findNotice(context)): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const { query, page, refund } = readQuery(context);
  const [orders, tickets] = await Promise.all([
    listOrdersOfEvent(site, event.id, { search: query, refund, page, perPage: PER_PAGE }),
    listEventTickets(site, event.id),
  ]);
  const titles = new Map(tickets.map(({ id, title }) => [id, toPlainText(title)]));
  const path = buildEventPath(site, event.id, '/orders');
  const buildPageUrl = (pageNumber: number) =>
    `${path}?${new URLSearchParams({ q: query, ...(refund && { refund }), page: String(pageNumber) })}`;
  const title = translate('organize.ordersOf', { event: getEventTitle(translate, event) });
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, translate, event, '/orders')}
${notice?.body}
<p><a class="button" href="${buildEventPath(site, event.id, '/box-office')}">${translate('organize.boxOffice')}</a></p>
${renderSearchForm(translate, path, translate('organize.findOrder'), query, refund && { refund })}
<p class="org-acts">${refund ? html`<a href="${path}">${translate('organize.allOrders')}</a>` : html`<a href="${path}?refund=due">${translate('organize.refundsDue')}</a>`} <a href="${toSitePath(site, '/exports/orders.csv')}?post_id=${event.id}" download>${translate('organize.ordersDownload')}</a> <a href="${toSitePath(site, '/exports/refunds.csv')}?post_id=${event.id}" download>${translate('organize.refundsDownload')}</a></p>
<p>${query === '' ? translate('organize.orderCount', { count: orders.total }) : translate('organize.ordersFound', { count: orders.total, query })}. ${translate('organize.withoutOrder')}</p>
<ul class="org-list" id="order-list">${orders.nodes.map((order) => renderOrderCard(context, event.id, buildPageUrl(page), titles, order))}</ul>
${renderPageLinks(translate, buildPageUrl, page, orders.totalPages)}`;
  return sendOrganizerPage(context, title, body, notice?.status ?? 200);
}

function getAttendeeStateKey(attendee: AttendeeRow): TextKey {
  if (attendee.checkedIn) return 'organize.in';
  if (canEnter(attendee.provider, attendee.orderStatus)) return 'organize.comes';
  return attendee.orderStatus === 'no' ? 'organize.declined' : 'organize.unpaid';
}

/** Renders the form that corrects a mistyped name or email address. A rejected form keeps what was typed. */
function renderRenameForm(context: OrganizerContext, path: string, { id, fullName, email }: AttendeeRow): Html {
  const { site, viewer, translate } = context;
  const rejected = getRejectedFields(context, 'rename', id);
  return html`<details class="org-ask"${renderOpenAttribute(rejected !== null)}><summary aria-label="${translate('organize.rename')}: ${fullName}">${translate('organize.rename')}</summary>
<form method="post" action="${path}" class="org-refund">${renderNonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="id" value="${id}">
<div class="field"><label for="name-${id}">${translate('form.name')}</label><input type="text" id="name-${id}" name="fullName" value="${rejected?.('fullName') ?? fullName}" maxlength="250" autocomplete="off" required></div>
<div class="field"><label for="email-${id}">${translate('form.email')}</label><input type="email" id="email-${id}" name="email" value="${rejected?.('email') ?? email}" maxlength="254" autocomplete="off" required></div>
<button class="small" name="act" value="rename">${translate('organize.save')}</button></form></details>`;
}

function renderAttendeeCard(context: OrganizerContext, path: string, titles: ReadonlyMap<number, string>, attendee: AttendeeRow): Html {
  const { site, viewer, translate } = context;
  const { id, fullName, email, ticketId, orderId, checkedIn, createdUtc, orderStatus } = attendee;
  const action = { path, id, of: fullName };
  const isValid = canEnter(attendee.provider, orderStatus);
  return html`<li class="org-event"><h2 dir="auto">${fullName} <span class="org-state">${translate(getAttendeeStateKey(attendee))}</span></h2>
<p class="quiet">${titles.get(ticketId) ?? toPlainText(attendee.deletedTicketTitle ?? '')} · ${email}${orderId !== null && html` · <a href="${buildEventPath(site, attendee.postId ?? 0, '/orders')}?q=${orderId}">${translate('organize.orderLink', { id: orderId })}</a>`} · ${formatInstant(site, translate, createdUtc)}</p>
${renderAnswers(attendee.extra)}
<div class="org-acts">
${isValid && renderActionForm(site, viewer, { ...action, name: 'resend', label: translate('organize.resend') })}
${checkedIn && renderActionForm(site, viewer, { ...action, name: 'undo', label: translate('organize.undo') })}
${renderRenameForm(context, path, attendee)}
${!checkedIn && orderStatus !== 'no' && renderConfirmedForm(site, viewer, { ...action, name: 'cancel', label: translate('organize.cancel'), sure: translate('organize.cancelSure') })}</div></li>`;
}

/** Shows the attendees of an event. */
export async function showAttendees(context: OrganizerContext, notice: Notice | null = findNotice(context)): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const { query, page } = readQuery(context);
  const options = { page, perPage: PER_PAGE, orderBy: 'title', order: 'asc' } as const;
  const [attendees, tickets] = await Promise.all([
    listAttendees(site, toOrganizerAudience(viewer), { ...options, filter: { postId: event.id, search: query } }),
    listEventTickets(site, event.id),
  ]);
  const titles = new Map(tickets.map(({ id, title }) => [id, toPlainText(title)]));
  const path = buildEventPath(site, event.id, '/attendees');
  const buildPageUrl = (pageNumber: number) => `${path}?${new URLSearchParams({ q: query, page: String(pageNumber) })}`;
  const title = translate('organize.attendeesOfEvent', { event: getEventTitle(translate, event) });
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, translate, event, '/attendees')}
${notice?.body}
<p><a class="button" href="${buildEventPath(site, event.id, '/message')}">${translate('organize.message')}</a></p>
${renderSearchForm(translate, path, translate('organize.findAttendee'), query)}
<div class="org-top"><p>${query === '' ? translate('organize.peopleCount', { count: attendees.total }) : translate('organize.peopleFound', { count: attendees.total, query })}</p>
<p><a href="${toSitePath(site, '/exports/attendees.csv')}?post_id=${event.id}" download>${translate('organize.download')}</a></p></div>
<ul class="org-list">${attendees.nodes.map((attendee) => renderAttendeeCard(context, buildPageUrl(page), titles, attendee))}</ul>
${renderPageLinks(translate, buildPageUrl, page, attendees.totalPages)}`;
  return sendOrganizerPage(context, title, body, notice?.status ?? 200);
}
