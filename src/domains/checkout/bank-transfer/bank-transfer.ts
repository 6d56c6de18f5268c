import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { formatDecimal } from '../../tickets/money.rules.ts';
import { bankAccountHolder, bankBic, bankIban } from '../checkout.settings.ts';
import type { BuyerOrder } from '../orders/order.view.ts';
import { normalizeIban } from './iban.rules.ts';

/** Data for paying an order by transfer to the organizers' account. */
export interface BankTransfer {
  accountHolder: string;
  /** Without spaces. */
  iban: string;
  /** Empty if not set. Transfers within SEPA need none. */
  bic: string;
  /** Reference text of the transfer, by which organizers find the order. */
  reference: string;
  amountMinor: bigint;
  currency: string;
  /** Content of the EPC QR code for banking apps. Null for currencies other than the euro, and for amounts above the limit of SEPA. */
  qrText: string | null;
}

/** True if the site has bank details for buyers. */
export const hasBankAccount = ({ settings }: Pick<Site, 'settings'>): boolean =>
  settings.get(bankIban) !== '' && settings.get(bankAccountHolder) !== '';

/** Maximum amount of a SEPA transfer, in cents. */
const MAX_CENTS = 99_999_999_999n;

/** Returns the content of an EPC QR code (EPC069-12, version 2): a SEPA credit transfer in UTF-8 with an unstructured remittance text. */
function buildEpcText({ accountHolder, iban, bic, reference, amountMinor, currency }: Omit<BankTransfer, 'qrText'>): string | null {
  if (currency !== 'EUR' || amountMinor <= 0n || amountMinor > MAX_CENTS) return null;
  return ['BCD', '002', '1', 'SCT', bic, accountHolder, iban, `EUR${formatDecimal(amountMinor, currency)}`, '', '', reference].join('\n');
}

/** Returns the transfer data of an unpaid order. Null if it is paid in another way, or if no account is set. */
export function getBankTransfer(site: Site, translate: Translate, order: BuyerOrder): BankTransfer | null {
  const { state, gateway, orderId, totalMinor, currency } = order;
  if (state !== 'pending' || gateway !== 'manual' || orderId === null || !hasBankAccount(site)) return null;
  const transfer = {
    accountHolder: site.settings.get(bankAccountHolder),
    iban: normalizeIban(site.settings.get(bankIban)),
    bic: normalizeIban(site.settings.get(bankBic)),
    reference: translate('pay.referenceText', { id: String(orderId) }),
    amountMinor: totalMinor,
    currency,
  };
  return { ...transfer, qrText: buildEpcText(transfer) };
}
