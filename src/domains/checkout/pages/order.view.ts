import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Zone } from '#app/core/time/zone.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { type Faults, renderFaultSummary, renderTextField } from '#app/web/pages/form-fields.ts';
import type { CalendarLinks } from '../../events/calendar-links.ts';
import { formatZonedInstant } from '../../events/format-event-time.ts';
import { formatTicketPrice } from '../../tickets/price-text.ts';
import { renderCalendarPart } from '../../tickets/pages/calendar.part.ts';
import { renderWalletPart } from '../../tickets/pages/wallet.part.ts';
import { formatTicketNumber, type TicketSheet } from '../../tickets/qr/ticket-sheet.ts';
import { hasBankAccount } from '../bank-transfer/bank-transfer.ts';
import { renderBankTransferPart, renderDoorPaymentPart } from '../bank-transfer/bank-transfer.part.ts';
import type { BoughtTicket, BuyerOrder } from '../orders/order.view.ts';
import { formatReceiptNumber } from '../../tickets/receipts/receipt.rules.ts';
import { buildReceiptPath, type ReceiptRecord } from '../receipts/receipt.view.ts';
import { renderBasket } from './checkout.view.ts';
import { renderEventLines } from './selling-page.ts';

/** Actions on the order page. */
export type OrderAction = 'cancel' | 'cancel-one' | 'hand-on' | 'going' | 'not-going';

/** Data of the order page. */
export interface OrderPage {
  order: BuyerOrder;
  /** Ticket texts in the visitor's language, by attendee ID. */
  sheets: ReadonlyMap<number, TicketSheet>;
  events: readonly { event: TicketSheet['event']; calendar: CalendarLinks | null }[];
  /** Time zone for displayed times. */
  zone: Zone;
  receipts: readonly ReceiptRecord[];
  /** Action that was just completed. */
  done: OrderAction | null;
  /** A rejected form: its attendee, fields and faults. */
  sent: { attendeeId: number; field: (name: string) => string; faults: Faults } | null;
}

function getTitle(say: Say, { order, sheets }: OrderPage): string {
  if (order.state === 'cancelled') return say('order.cancelled');
  const all = [...sheets.values()];
  if (all.length > 0 && all.every(({ state }) => state === 'declined')) return say('order.declined');
  return say(order.state === 'pending' ? 'order.pending' : 'order.confirmed');
}

function renderPaymentPart(site: Site, say: Say, order: BuyerOrder, zone: Zone): Html | null {
  if (order.state !== 'pending') return null;
  const total = formatTicketPrice(site, say, order.totalMinor, order.currency);
  if (order.paymentUrl !== null)
    return html`<p><a class="button" href="${order.paymentUrl}" rel="noreferrer">${say('order.payNow', { total })}</a></p>`;
  const text = order.gateway === 'manual' && hasBankAccount(site) ? 'order.payTransfer' : 'order.payManual';
  return html`<div class="notice"><p>${say(text, { total })}</p>
${order.payUntil !== null && html`<p><strong>${say('order.payUntil', { moment: formatZonedInstant(site, say, order.payUntil, zone) })}</strong></p>`}
${order.paymentNote !== '' && html`<p dir="auto">${trustHtml(html`${order.paymentNote}`.toString().replaceAll('\n', '<br>'))}</p>`}</div>
${renderBankTransferPart(site, say, order)}${renderDoorPaymentPart(site, say, order)}`;
}

/** Renders a form with one button. */
function renderActionForm(path: string, action: OrderAction, attendeeId: number | null, label: string, style: string): Html {
  return html`<form method="post" action="${path}">${attendeeId !== null && html`<input type="hidden" name="attendee" value="${attendeeId}">`}
<button class="${style}" name="do" value="${action}">${label}</button></form>`;
}

function renderTransferForm(say: Say, path: string, id: number, sent: OrderPage['sent']): Html {
  const rejected = sent?.attendeeId === id ? sent : null;
  const field = { form: `hand-on-${id}`, isRequired: true };
  const value = (name: string) => rejected?.field(name) ?? '';
  const faults = rejected?.faults ?? null;
  return html`<details${trustHtml(rejected ? ' open' : '')}><summary>${say('order.handOn')}</summary>
<form method="post" action="${path}"><input type="hidden" name="attendee" value="${id}">
<p class="quiet">${say('order.handOnWhy')}</p>
${renderTextField(say, { ...field, name: 'fullName', label: 'form.name', value: value('fullName'), autocomplete: 'off' }, faults)}
${renderTextField(say, { ...field, name: 'email', label: 'form.email', type: 'email', value: value('email'), autocomplete: 'off' }, faults)}
<div class="actions"><button name="do" value="hand-on">${say('order.handOnSend')}</button></div></form>
</details>`;
}

function renderCancelForm(say: Say, path: string, action: 'cancel' | 'cancel-one', attendeeId: number | null): Html {
  const isAll = action === 'cancel';
  return html`<details><summary>${say(isAll ? 'order.cancelAll' : 'order.cancelOne')}</summary>
<p class="quiet">${say('order.cancelWhy')}</p>
${renderActionForm(path, action, attendeeId, say(isAll ? 'order.cancelAllSure' : 'order.cancelOneSure'), 'danger')}
</details>`;
}

/** Renders the admission code for the printed page. */
function renderPrintedCode(site: Site, say: Say, ticketPath: string, { sheet: { attendee } }: BoughtTicket): Html {
  return html`<figure class="ticket-code print-only">
<img src="${toSitePath(site, `${ticketPath}/qr.svg`)}" width="320" height="320" alt="${say('ticket.picture')}">
<figcaption>${say('ticket.show')} <strong class="ticket-key">${attendee.securityCode}</strong><br>${say('ticket.number')}: ${formatTicketNumber(say, attendee)}</figcaption>
</figure>`;
}

function renderTicketPart(site: Site, say: Say, page: OrderPage, path: string, bought: BoughtTicket): Html {
  const { canCancel, canTransfer, canChangeReply, isGoing, isTransferred, ticketPath } = bought;
  const sheet = page.sheets.get(bought.sheet.attendee.id) ?? bought.sheet;
  const { attendee, state, ticket: name, event } = sheet;
  const isOnlyTicket = page.order.attendees.length === 1;
  const [reply, replyLabel] = isGoing === true ? (['not-going', 'order.cannotCome'] as const) : (['going', 'order.canCome'] as const);
  const printedEvent = html`<div class="print-only ticket-event">${renderEventLines(say, event)}</div>`;
  return html`<li class="${state === 'good' && !isTransferred ? 'summary' : 'summary no-entry'}">${printedEvent}<h3 dir="auto">${attendee.fullName}</h3>
<p>${name}</p>
${state === 'good' && ticketPath !== null && html`<p><a class="button" href="${toSitePath(site, ticketPath)}">${say('order.show')}</a></p>${renderPrintedCode(site, say, ticketPath, bought)}${renderWalletPart(site, say, sheet)}`}
${isTransferred && state !== 'void' && html`<p class="quiet">${say('order.transferred')}</p>`}
${(state === 'void' || state === 'declined') && html`<p class="quiet">${say(`ticket.${state}`)}</p>`}
${canTransfer && renderTransferForm(say, path, attendee.id, page.sent)}
${canChangeReply && isGoing !== null && renderActionForm(path, reply, attendee.id, say(replyLabel), 'plain')}
${canCancel && !canChangeReply && !isOnlyTicket && renderCancelForm(say, path, 'cancel-one', attendee.id)}
</li>`;
}

/** Renders links to the receipts and credit notes of the order. */
function renderReceiptLinks(site: Site, say: Say, receipts: readonly ReceiptRecord[]): Html | null {
  if (receipts.length === 0) return null;
  return html`<ul class="plain">${receipts.map((receipt) => html`<li><a href="${toSitePath(site, buildReceiptPath(site, receipt))}">${say(receipt.kind === 'receipt' ? 'receipt.receipt' : 'receipt.creditNote')} ${formatReceiptNumber(receipt)}</a></li>`)}</ul>`;
}

function renderEventWithLinks(say: Say, { event, calendar }: OrderPage['events'][number]): Html {
  return html`${renderEventLines(say, event)}
${calendar && renderCalendarPart(say, calendar)}`;
}

/** Renders the order page: tickets and actions. */
export function renderOrderBody(site: Site, say: Say, page: OrderPage): { title: string; body: Html } {
  const { order, done, sent, zone } = page;
  const path = toSitePath(site, order.path);
  const heading = getTitle(say, page);
  const isActive = order.state !== 'cancelled';
  const hasValidTicket = order.attendees.some(({ sheet }) => sheet.state === 'good');
  const body = html`<h1>${heading}</h1>
${done && html`<p class="notice good" role="status">${say(`order.done.${done}`)}</p>`}
${renderFaultSummary(say, sent?.faults ?? null, sent ? `hand-on-${sent.attendeeId}` : undefined)}
${!isActive && html`<p>${say('order.cancelledWhy')}</p>`}
${order.refundMinor > 0n && html`<p>${say('order.moneyBack', { amount: formatTicketPrice(site, say, order.refundMinor, order.currency) })}</p>`}
${renderPaymentPart(site, say, order, zone)}
${order.state === 'confirmed' && hasValidTicket && html`<p>${site.config.smtpUrl !== undefined && `${say('order.mailed', { email: order.buyer.email })} `}${say('order.keep')}</p>`}
<div class="summary">
${page.events.map((event) => renderEventWithLinks(say, event))}
${order.totalMinor > 0n && renderBasket(site, say, order)}
${order.orderId !== null && html`<p class="quiet">${say('order.number', { number: String(order.orderId) })}</p>`}
${renderReceiptLinks(site, say, page.receipts)}
</div>
${
  isActive &&
  html`<h2>${say('order.tickets')}</h2>
<ul class="plain order-tickets">${order.attendees.map((attendee) => renderTicketPart(site, say, page, path, attendee))}</ul>`
}
${isActive && order.canCancel && renderCancelForm(say, path, 'cancel', null)}
${isActive && order.canCancel && order.cancelUntil && html`<p class="quiet">${say('order.cancelUntil', { moment: formatZonedInstant(site, say, order.cancelUntil, zone) })}</p>`}`;
  return { title: heading, body };
}
