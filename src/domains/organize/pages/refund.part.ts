import { type Html, html } from '#app/core/text/html.ts';
import { isRefundedOnline } from '#app/domains/checkout/payments/refunds.ts';
import { formatDecimal } from '#app/domains/tickets/money.rules.ts';
import { renderNonceField } from '#app/web/pages/forms.ts';
import type { OrganizedOrder } from '../order.list.ts';
import { ORGANIZE_ACTION, type OrganizerContext } from './organizer-page.ts';
import { renderOpenAttribute, getRejectedFields } from './fields.ts';
import { formatInstant, formatMoney } from './parts.ts';

/** Returns the outstanding refund of an order in minor units. */
export const computeOutstandingRefund = ({ payment }: OrganizedOrder): bigint =>
  payment ? BigInt(payment.refundDueMinor) - BigInt(payment.refundedMinor) : 0n;

/** Returns the amount of an order that can still be refunded, in minor units, without the refunds that are already due. */
const computeRefundableAmount = ({ payment, status, totalMinor }: OrganizedOrder): bigint => {
  if (payment?.state === 'paid') return BigInt(payment.amountMinor) - BigInt(payment.refundDueMinor);
  return status === 'completed' ? BigInt(totalMinor) : 0n;
};

interface AmountForm {
  name: 'refund' | 'refunded';
  button: string;
  /** Maximum amount in minor units. */
  maxMinor: bigint;
  noteField: Html | null;
}

/** Renders a form for an amount. A rejected form keeps what was typed. */
function renderAmountForm(
  context: OrganizerContext,
  path: string,
  order: OrganizedOrder,
  { name, button, maxMinor, noteField }: AmountForm,
): Html {
  const { site, viewer, translate } = context;
  const { id, currency } = order;
  const field = `${name}-${id}`;
  const amount = getRejectedFields(context, name, id)?.('amount') ?? formatDecimal(maxMinor, currency);
  return html`<form method="post" action="${path}" class="org-refund">${renderNonceField(site, viewer, ORGANIZE_ACTION)}
<input type="hidden" name="id" value="${id}"><input type="hidden" name="outstanding" value="${String(computeOutstandingRefund(order))}">
<div class="field"><label for="${field}">${translate('organize.refundAmount', { currency })}</label>
<input type="text" id="${field}" name="amount" value="${amount}" inputmode="decimal" autocomplete="off" maxlength="20" required></div>
${noteField}
<button class="small" name="act" value="${name}">${button}</button></form>`;
}

const renderNoteField = (
  context: OrganizerContext,
  id: number,
): Html => html`<div class="field"><label for="note-${id}">${context.translate('organize.refundNote')}</label>
<input type="text" id="note-${id}" name="note" value="${getRejectedFields(context, 'refunded', id)?.('note') ?? ''}" autocomplete="off" maxlength="500"></div>`;

/** Renders the refund that is due, and the form that records a manual refund if the provider does not make it. */
function renderDuePart(context: OrganizerContext, path: string, order: OrganizedOrder): Html {
  const { site, translate } = context;
  const { payment, currency, id } = order;
  const maxMinor = computeOutstandingRefund(order);
  const due = translate('organize.refundDue', { amount: formatMoney(site, translate, maxMinor, currency) });
  if (payment && isRefundedOnline(site, payment)) return html`<p><strong>${due}</strong> ${translate('organize.refundOnline')}</p>`;
  const refusal = payment?.refundRefusal ?? '';
  return html`<p><strong>${due}</strong>${refusal !== '' && html` ${translate('organize.refundRefused')} <span lang="en">${refusal}</span>`}</p>
${renderAmountForm(context, path, order, { name: 'refunded', button: translate('organize.refundSettle'), maxMinor, noteField: renderNoteField(context, id) })}`;
}

/** Renders the refunded amount, and the time and kind (manual or by the provider) of each refund. Returns null if nothing was refunded. */
function renderRefundedPart({ site, translate }: OrganizerContext, { payment, currency }: OrganizedOrder): Html | null {
  if (!payment || payment.refundedMinor <= 0n) return null;
  const total = translate('organize.refunded', { amount: formatMoney(site, translate, payment.refundedMinor, currency) });
  const refunds = payment.refunds.map(({ amountMinor, gateway, note, createdUtc }) => {
    const values = { amount: formatMoney(site, translate, amountMinor, currency), moment: formatInstant(site, translate, createdUtc) };
    const text = translate(gateway === 'manual' ? 'organize.refundByHand' : 'organize.refundByProvider', values);
    return html`<li>${text}${note !== '' && html` <span dir="auto">${note}</span>`}</li>`;
  });
  return html`<p class="quiet">${total}</p>${refunds.length > 0 && html`<ul class="quiet">${refunds}</ul>`}`;
}

/** Renders the refunds of an order and the refund forms. Returns empty HTML if nothing was paid. The forms are sent to `path`. */
export function renderRefundPart(context: OrganizerContext, path: string, order: OrganizedOrder): Html {
  const { translate } = context;
  const maxMinor = computeRefundableAmount(order);
  return html`${renderRefundedPart(context, order)}
${computeOutstandingRefund(order) > 0n && renderDuePart(context, path, order)}
${
  maxMinor > 0n &&
  html`<details class="org-careful"${renderOpenAttribute(getRejectedFields(context, 'refund', order.id) !== null)}><summary>${translate('organize.refund')}</summary>
<p class="quiet">${translate('organize.refundWhy')}</p>
${renderAmountForm(context, path, order, { name: 'refund', button: translate('organize.refundSure'), maxMinor, noteField: null })}</details>`
}`;
}
