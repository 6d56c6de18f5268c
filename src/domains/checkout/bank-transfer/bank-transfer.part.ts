import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { formatTicketPrice } from '../../tickets/price-text.ts';
import type { BuyerOrder } from '../orders/order.view.ts';
import { type BankTransfer, getBankTransfer } from './bank-transfer.ts';
import { formatIban } from './iban.rules.ts';

/** Returns label and text of each field that a buyer enters into a transfer form. */
export function transferLines(site: Site, say: Say, transfer: BankTransfer): [label: string, text: string][] {
  const { accountHolder, iban, bic, reference, amountMinor, currency } = transfer;
  const lines: [string, string][] = [
    [say('pay.accountHolder'), accountHolder],
    [say('pay.iban'), formatIban(iban)],
    [say('pay.bic'), bic],
    [say('pay.amount'), formatTicketPrice(site, say, amountMinor, currency)],
    [say('pay.reference'), reference],
  ];
  return lines.filter(([, text]) => text !== '');
}

/** Renders account, reference and QR code for a bank transfer. Null if the order is not paid by transfer. */
export function renderBankTransferPart(site: Site, say: Say, order: BuyerOrder): Html | null {
  const transfer = getBankTransfer(site, say, order);
  if (!transfer) return null;
  const lines = transferLines(site, say, transfer);
  return html`<section aria-labelledby="transfer"><h2 id="transfer">${say('pay.byTransfer')}</h2>
<dl class="facts">${lines.map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>`)}</dl>
${
  transfer.qrText !== null &&
  html`<figure class="ticket-code"><img src="${toSitePath(site, `${order.path}/transfer.svg`)}" width="240" height="240" alt="${say('pay.qrAlt')}">
<figcaption>${say('pay.qrHint')}</figcaption></figure>`
}</section>`;
}

/** Renders the code of the buyer's first unpaid ticket, to show when paying at the door. Null if the order is not paid at the door. */
export function renderDoorPaymentPart(site: Site, say: Say, order: BuyerOrder): Html | null {
  const unpaid = order.attendees.find(({ sheet, isTransferred }) => sheet.state === 'pending' && !isTransferred);
  if (order.state !== 'pending' || order.gateway !== 'manual' || !unpaid?.ticketPath) return null;
  return html`<section aria-labelledby="at-the-door"><h2 id="at-the-door">${say('pay.atTheDoor')}</h2>
<figure class="ticket-code"><img src="${toSitePath(site, `${unpaid.ticketPath}/qr.svg`)}" width="240" height="240" alt="${say('pay.doorAlt')}">
<figcaption>${say('pay.doorHint')} <strong class="ticket-key">${unpaid.sheet.attendee.securityCode}</strong></figcaption></figure></section>`;
}
