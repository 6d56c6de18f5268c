import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { formatLocalizedPrice } from '../../tickets/price-text.ts';
import type { BuyerOrder } from '../orders/order.view.ts';
import { type BankTransfer, getBankTransfer } from './bank-transfer.ts';
import { formatIban } from './iban.rules.ts';

/** Returns the label and the text of each field that a buyer enters into a bank's transfer form. */
export function listTransferLines(site: Site, translate: Translate, transfer: BankTransfer): [label: string, text: string][] {
  const { accountHolder, iban, bic, reference, amountMinor, currency } = transfer;
  const lines: [string, string][] = [
    [translate('pay.accountHolder'), accountHolder],
    [translate('pay.iban'), formatIban(iban)],
    [translate('pay.bic'), bic],
    [translate('pay.amount'), formatLocalizedPrice(site, translate, amountMinor, currency)],
    [translate('pay.reference'), reference],
  ];
  return lines.filter(([, text]) => text !== '');
}

/** Renders account, reference and QR code for a bank transfer. Null if the order is not paid by transfer. */
export function renderBankTransferPart(site: Site, translate: Translate, order: BuyerOrder): Html | null {
  const transfer = getBankTransfer(site, translate, order);
  if (!transfer) return null;
  const lines = listTransferLines(site, translate, transfer);
  return html`<section aria-labelledby="transfer"><h2 id="transfer">${translate('pay.byTransfer')}</h2>
<dl class="facts">${lines.map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>`)}</dl>
${
  transfer.qrText !== null &&
  html`<figure class="ticket-code"><img src="${toSitePath(site, `${order.path}/transfer.svg`)}" width="240" height="240" alt="${translate('pay.qrAlt')}">
<figcaption>${translate('pay.qrHint')}</figcaption></figure>`
}</section>`;
}

/** Renders the code of the buyer's first unpaid ticket, to show when paying at the door. Null if the order is not paid at the door. */
export function renderDoorPaymentPart(site: Site, translate: Translate, order: BuyerOrder): Html | null {
  const unpaid = order.attendees.find(({ sheet, isTransferred }) => sheet.state === 'pending' && !isTransferred);
  if (order.state !== 'pending' || order.gateway !== 'manual' || !unpaid?.ticketPath) return null;
  return html`<section aria-labelledby="at-the-door"><h2 id="at-the-door">${translate('pay.atTheDoor')}</h2>
<figure class="ticket-code"><img src="${toSitePath(site, `${unpaid.ticketPath}/qr.svg`)}" width="240" height="240" alt="${translate('pay.doorAlt')}">
<figcaption>${translate('pay.doorHint')} <strong class="ticket-key">${unpaid.sheet.attendee.securityCode}</strong></figcaption></figure></section>`;
}
