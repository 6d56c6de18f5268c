import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import { isRefundedOnline } from '#app/domains/checkout/payments/refunds.ts';
import { formatDecimal } from '#app/domains/tickets/money.rules.ts';
import { nonceField } from '#app/web/pages/forms.ts';
import type { OrganizedOrder } from '../order.list.ts';
import { eventPath, ORGANIZE_ACTION, type Visit } from './entry.ts';
import { money } from './parts.ts';

/** Returns the outstanding refund of an order in minor units. */
export const outstandingRefund = ({ payment }: OrganizedOrder): bigint =>
  payment ? BigInt(payment.refundDueMinor) - BigInt(payment.refundedMinor) : 0n;

/** Returns the refundable amount of an order in minor units, without refunds already due. */
const refundableAmount = ({ payment, status, totalMinor }: OrganizedOrder): bigint => {
  if (payment?.state === 'paid') return BigInt(payment.amountMinor) - BigInt(payment.refundDueMinor);
  return status === 'completed' ? BigInt(totalMinor) : 0n;
};

interface AmountForm {
  name: 'refund' | 'refunded';
  button: string;
  maxMinor: bigint;
  note: Html | null;
}

function amountForm(
  { site, viewer, say }: Visit,
  eventId: number,
  order: OrganizedOrder,
  { name, button, maxMinor, note }: AmountForm,
): Html {
  const { id, currency } = order;
  const field = `${name}-${id}`;
  return html`<form method="post" action="${eventPath(site, eventId, '/orders')}" class="org-refund">${nonceField(site, viewer, ORGANIZE_ACTION)}
<input type="hidden" name="id" value="${id}"><input type="hidden" name="outstanding" value="${String(outstandingRefund(order))}">
<div class="field"><label for="${field}">${say('organize.refundAmount', { currency })}</label>
<input type="text" id="${field}" name="amount" value="${formatDecimal(maxMinor, currency)}" inputmode="decimal" autocomplete="off" maxlength="20" required></div>
${note}
<button class="small" name="act" value="${name}">${button}</button></form>`;
}

const noteField = (say: Say, id: number): Html => html`<div class="field"><label for="note-${id}">${say('organize.refundNote')}</label>
<input type="text" id="note-${id}" name="note" autocomplete="off" maxlength="500"></div>`;

/** Renders the refund that is due, and the form that records a manual refund if the provider does not make it. */
function duePart(visit: Visit, eventId: number, order: OrganizedOrder): Html {
  const { site, say } = visit;
  const { payment, currency, id } = order;
  const maxMinor = outstandingRefund(order);
  const due = say('organize.refundDue', { amount: money(site, say, maxMinor, currency) });
  if (payment && isRefundedOnline(site, payment)) return html`<p><strong>${due}</strong> ${say('organize.refundOnline')}</p>`;
  const refusal = payment?.refundRefusal ?? '';
  return html`<p><strong>${due}</strong>${refusal !== '' && html` ${say('organize.refundRefused')} <span lang="en">${refusal}</span>`}</p>
${amountForm(visit, eventId, order, { name: 'refunded', button: say('organize.refundSettle'), maxMinor, note: noteField(say, id) })}`;
}

/** Renders the refunds of an order and the actions of an organizer; empty if nothing was paid. */
export function refundPart(visit: Visit, eventId: number, order: OrganizedOrder): Html {
  const { site, say } = visit;
  const { payment, currency } = order;
  const refunded = BigInt(payment?.refundedMinor ?? 0);
  const maxMinor = refundableAmount(order);
  return html`${refunded > 0n && html`<p class="quiet">${say('organize.refunded', { amount: money(site, say, refunded, currency) })}</p>`}
${outstandingRefund(order) > 0n && duePart(visit, eventId, order)}
${
  maxMinor > 0n &&
  html`<details class="org-careful"><summary>${say('organize.refund')}</summary>
<p class="quiet">${say('organize.refundWhy')}</p>
${amountForm(visit, eventId, order, { name: 'refund', button: say('organize.refundSure'), maxMinor, note: null })}</details>`
}`;
}
