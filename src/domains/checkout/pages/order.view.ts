import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Zone } from '#app/core/time/zone.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { type FormFaults, renderFaultSummary, renderTextField } from '#app/web/pages/form-fields.ts';
import type { CalendarLinks } from '../../events/calendar-links.ts';
import { formatZonedInstant } from '../../events/format-event-time.ts';
import { formatLocalizedPrice } from '../../tickets/price-text.ts';
import { renderCalendarPart } from '../../tickets/pages/calendar.part.ts';
import { renderWalletPart } from '../../tickets/pages/wallet.part.ts';
import { formatTicketNumber, type TicketSheet } from '../../tickets/qr/ticket-sheet.ts';
import { hasBankAccount } from '../bank-transfer/bank-transfer.ts';
import { renderBankTransferPart, renderDoorPaymentPart } from '../bank-transfer/bank-transfer.part.ts';
import type { OrderTicket, BuyerOrder } from '../orders/order.view.ts';
import { formatReceiptNumber } from '../../tickets/receipts/receipt.rules.ts';
import { buildReceiptPath, type ReceiptRecord } from '../receipts/receipt.view.ts';
import { renderBasket } from './checkout.view.ts';
import { renderEventLines } from './selling-page.ts';

/** Actions on the order page. */
export type OrderAction = 'cancel' | 'cancel-one' | 'hand-on' | 'going' | 'not-going';

/** A submitted form of the order page with faults. */
export interface RejectedOrderForm {
  attendeeId: number;
  field: (name: string) => string;
  faults: FormFaults;
}

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
  completedAction: OrderAction | null;
  /** Null if no form was sent, or the sent form had no faults. */
  rejectedForm: RejectedOrderForm | null;
}

function getTitle(translate: Translate, { order, sheets }: OrderPage): string {
  if (order.state === 'cancelled') return translate('order.cancelled');
  const all = [...sheets.values()];
  if (all.length > 0 && all.every(({ state }) => state === 'declined')) return translate('order.declined');
  return translate(order.state === 'pending' ? 'order.pending' : 'order.confirmed');
}

function renderPaymentPart(site: Site, translate: Translate, order: BuyerOrder, zone: Zone): Html | null {
  if (order.state !== 'pending') return null;
  const total = formatLocalizedPrice(site, translate, order.totalMinor, order.currency);
  if (order.paymentUrl !== null)
    return html`<p><a class="button" href="${order.paymentUrl}" rel="noreferrer">${translate('order.payNow', { total })}</a></p>`;
  const text = order.gateway === 'manual' && hasBankAccount(site) ? 'order.payTransfer' : 'order.payManual';
  return html`<div class="notice"><p>${translate(text, { total })}</p>
${order.payUntil !== null && html`<p><strong>${translate('order.payUntil', { moment: formatZonedInstant(site, translate, order.payUntil, zone) })}</strong></p>`}
${order.paymentNote !== '' && html`<p dir="auto">${trustHtml(html`${order.paymentNote}`.toString().replaceAll('\n', '<br>'))}</p>`}</div>
${renderBankTransferPart(site, translate, order)}${renderDoorPaymentPart(site, translate, order)}`;
}

/** Renders a form with one button. */
function renderActionForm(path: string, action: OrderAction, attendeeId: number | null, label: string, style: string): Html {
  return html`<form method="post" action="${path}">${attendeeId !== null && html`<input type="hidden" name="attendee" value="${attendeeId}">`}
<button class="${style}" name="do" value="${action}">${label}</button></form>`;
}

function renderTransferForm(translate: Translate, path: string, id: number, form: RejectedOrderForm | null): Html {
  const rejected = form?.attendeeId === id ? form : null;
  const field = { form: `hand-on-${id}`, isRequired: true };
  const value = (name: string) => rejected?.field(name) ?? '';
  const faults = rejected?.faults ?? null;
  return html`<details${trustHtml(rejected ? ' open' : '')}><summary>${translate('order.handOn')}</summary>
<form method="post" action="${path}"><input type="hidden" name="attendee" value="${id}">
<p class="quiet">${translate('order.handOnWhy')}</p>
${renderTextField(translate, { ...field, name: 'fullName', label: 'form.name', value: value('fullName'), autocomplete: 'off' }, faults)}
${renderTextField(translate, { ...field, name: 'email', label: 'form.email', type: 'email', value: value('email'), autocomplete: 'off' }, faults)}
<div class="actions"><button name="do" value="hand-on">${translate('order.handOnSend')}</button></div></form>
</details>`;
}

function renderCancelForm(translate: Translate, path: string, action: 'cancel' | 'cancel-one', attendeeId: number | null): Html {
  const isAll = action === 'cancel';
  return html`<details><summary>${translate(isAll ? 'order.cancelAll' : 'order.cancelOne')}</summary>
<p class="quiet">${translate('order.cancelWhy')}</p>
${renderActionForm(path, action, attendeeId, translate(isAll ? 'order.cancelAllSure' : 'order.cancelOneSure'), 'danger')}
</details>`;
}

/** Renders the admission code for the printed page. */
function renderPrintedCode(site: Site, translate: Translate, ticketPath: string, { sheet: { attendee } }: OrderTicket): Html {
  return html`<figure class="ticket-code print-only">
<img src="${toSitePath(site, `${ticketPath}/qr.svg`)}" width="320" height="320" alt="${translate('ticket.picture')}">
<figcaption>${translate('ticket.show')} <strong class="ticket-key">${attendee.securityCode}</strong><br>${translate('ticket.number')}: ${formatTicketNumber(translate, attendee)}</figcaption>
</figure>`;
}

function renderTicketPart(site: Site, translate: Translate, page: OrderPage, path: string, bought: OrderTicket): Html {
  const { canCancel, canTransfer, canChangeReply, isGoing, isTransferred, ticketPath } = bought;
  const sheet = page.sheets.get(bought.sheet.attendee.id) ?? bought.sheet;
  const { attendee, state, ticket: name, event } = sheet;
  const isOnlyTicket = page.order.attendees.length === 1;
  const [reply, replyLabel] = isGoing === true ? (['not-going', 'order.cannotCome'] as const) : (['going', 'order.canCome'] as const);
  const printedEvent = html`<div class="print-only ticket-event">${renderEventLines(translate, event)}</div>`;
  return html`<li class="${state === 'good' && !isTransferred ? 'summary' : 'summary no-entry'}">${printedEvent}<h3 dir="auto">${attendee.fullName}</h3>
<p>${name}</p>
${state === 'good' && ticketPath !== null && html`<p><a class="button" href="${toSitePath(site, ticketPath)}">${translate('order.show')}</a></p>${renderPrintedCode(site, translate, ticketPath, bought)}${renderWalletPart(site, translate, sheet)}`}
${isTransferred && state !== 'void' && html`<p class="quiet">${translate('order.transferred')}</p>`}
${(state === 'void' || state === 'declined') && html`<p class="quiet">${translate(`ticket.${state}`)}</p>`}
${canTransfer && renderTransferForm(translate, path, attendee.id, page.rejectedForm)}
${canChangeReply && isGoing !== null && renderActionForm(path, reply, attendee.id, translate(replyLabel), 'plain')}
${canCancel && !canChangeReply && !isOnlyTicket && renderCancelForm(translate, path, 'cancel-one', attendee.id)}
</li>`;
}

/** Renders links to the receipts and credit notes of the order. */
function renderReceiptLinks(site: Site, translate: Translate, receipts: readonly ReceiptRecord[]): Html | null {
  if (receipts.length === 0) return null;
  return html`<ul class="plain">${receipts.map((receipt) => html`<li><a href="${toSitePath(site, buildReceiptPath(site, receipt))}">${translate(receipt.kind === 'receipt' ? 'receipt.receipt' : 'receipt.creditNote')} ${formatReceiptNumber(receipt)}</a></li>`)}</ul>`;
}

function renderEventWithLinks(translate: Translate, { event, calendar }: OrderPage['events'][number]): Html {
  return html`${renderEventLines(translate, event)}
${calendar && renderCalendarPart(translate, calendar)}`;
}

/** Renders the order page: tickets and actions. */
export function renderOrderBody(site: Site, translate: Translate, page: OrderPage): { title: string; body: Html } {
  const { order, completedAction, rejectedForm: rejected, zone } = page;
  const path = toSitePath(site, order.path);
  const heading = getTitle(translate, page);
  const isActive = order.state !== 'cancelled';
  const hasValidTicket = order.attendees.some(({ sheet }) => sheet.state === 'good');
  const body = html`<h1>${heading}</h1>
${completedAction && html`<p class="notice good" role="status">${translate(`order.done.${completedAction}`)}</p>`}
${renderFaultSummary(translate, rejected?.faults ?? null, rejected ? `hand-on-${rejected.attendeeId}` : undefined)}
${!isActive && html`<p>${translate('order.cancelledWhy')}</p>`}
${order.refundMinor > 0n && html`<p>${translate('order.moneyBack', { amount: formatLocalizedPrice(site, translate, order.refundMinor, order.currency) })}</p>`}
${renderPaymentPart(site, translate, order, zone)}
${order.state === 'confirmed' && hasValidTicket && html`<p>${site.config.smtpUrl !== undefined && `${translate('order.mailed', { email: order.buyer.email })} `}${translate('order.keep')}</p>`}
<div class="summary">
${page.events.map((event) => renderEventWithLinks(translate, event))}
${order.totalMinor > 0n && renderBasket(site, translate, order)}
${order.orderId !== null && html`<p class="quiet">${translate('order.number', { number: String(order.orderId) })}</p>`}
${renderReceiptLinks(site, translate, page.receipts)}
</div>
${
  isActive &&
  html`<h2>${translate('order.tickets')}</h2>
<ul class="plain order-tickets">${order.attendees.map((attendee) => renderTicketPart(site, translate, page, path, attendee))}</ul>`
}
${isActive && order.canCancel && renderCancelForm(translate, path, 'cancel', null)}
${isActive && order.canCancel && order.cancelUntil && html`<p class="quiet">${translate('order.cancelUntil', { moment: formatZonedInstant(site, translate, order.cancelUntil, zone) })}</p>`}`;
  return { title: heading, body };
}
