import type { Row } from '#app/core/db/model.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { formatLocalTime } from '#app/core/language/dates.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { isValidProof, createSignedId, readSignedId } from '#app/core/secrets/signed-id.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { getSiteZone } from '../../content/site-time.ts';
import { formatLocalizedPrice } from '../../tickets/price-text.ts';
import type { ReceiptLine } from '../../tickets/receipts/issue-receipt.ts';
import { formatReceiptNumber } from '../../tickets/receipts/receipt.rules.ts';

/** A receipt or credit note with the receipt that it corrects. */
export type ReceiptRecord = Row<'Receipt'> & { corrects: Row<'Receipt'> | null };

const PURPOSE = 'receipt page';

/** Returns the path of a receipt page. The path contains a token that cannot be guessed. */
export const buildReceiptPath = (site: Site, { id }: Pick<ReceiptRecord, 'id'>): string =>
  `/receipts/${createSignedId(site, PURPOSE, id, String(id))}`;

/** Returns the receipt for the token of its page. Throws `receipt_not_found`. */
export async function getReceiptByToken(site: Site, token: string): Promise<ReceiptRecord> {
  const signed = readSignedId(token);
  const receipt = signed && isValidProof(site, PURPOSE, String(signed.id), signed.proof) ? await readReceipt(site, signed.id) : null;
  if (!receipt) throw notFound('receipt_not_found', 'There is no such receipt.');
  return receipt;
}

/** Returns the receipt with this ID, or null. */
export const readReceipt = (site: Site, id: number): Promise<ReceiptRecord | null> =>
  site.db.prisma.receipt.findUnique({ where: { id }, include: { corrects: true } });

/** Returns the receipts and credit notes of an order, oldest first. */
export const listOrderReceipts = (site: Site, orderId: number): Promise<ReceiptRecord[]> =>
  site.db.prisma.receipt.findMany({ where: { orderId }, orderBy: { id: 'asc' }, include: { corrects: true } });

/** Texts of a receipt in one language. Amounts of credit notes are negative. */
export interface ReceiptTexts {
  title: string;
  number: string;
  date: string;
  /** Lines with the name and the postal address of the seller. */
  seller: string[];
  taxNumber: string;
  buyer: string;
  /** Number of the corrected receipt, only for credit notes. Otherwise empty. */
  correctedNumber: string;
  lines: { text: string; detail: string; amount: string }[];
  net: string;
  tax: string;
  /** For example `19 %`. Empty if no tax is charged. */
  rate: string;
  total: string;
  note: string;
}

const formatDay = (translate: Translate, wall: string) =>
  formatLocalTime(translate.language === 'en' ? 'en-GB' : translate.language, wall, { day: 'numeric', month: 'long', year: 'numeric' });

/** Formats a rate in hundredths of a percent: `19 %`, `7,5 %`. */
const formatRate = (translate: Translate, rate: number): string =>
  new Intl.NumberFormat(translate.language, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);

/** Returns the texts of a receipt in one language. */
export function buildReceiptTexts(site: Site, translate: Translate, receipt: ReceiptRecord): ReceiptTexts {
  const { currency, taxRate, corrects } = receipt;
  const isCredit = receipt.kind === 'credit_note';
  const formatAmount = (minor: bigint) => `${isCredit ? '−' : ''}${formatLocalizedPrice(site, translate, minor, currency)}`;
  const [total, tax] = [BigInt(receipt.totalMinor), BigInt(receipt.taxMinor)];
  const lines = receipt.lines as unknown as ReceiptLine[];
  return {
    title: translate(isCredit ? 'receipt.creditNote' : 'receipt.receipt'),
    number: formatReceiptNumber(receipt),
    date: formatDay(translate, toWallTime(receipt.issuedUtc, getSiteZone(site))),
    seller: [receipt.sellerName, ...receipt.sellerAddress.split('\n')].map((line) => line.trim()).filter((line) => line !== ''),
    taxNumber: receipt.sellerTaxNumber,
    buyer: receipt.buyerName,
    correctedNumber: corrects ? formatReceiptNumber(corrects) : '',
    lines: corrects
      ? [{ text: translate('receipt.refundOf', { number: formatReceiptNumber(corrects) }), detail: '', amount: formatAmount(total) }]
      : lines.map(({ ticket, event, startLocal, quantity, totalMinor }) => ({
          text: translate('checkout.line', { quantity, ticket }),
          detail: [event, startLocal && formatDay(translate, startLocal)].filter(Boolean).join(', '),
          amount: formatAmount(BigInt(totalMinor)),
        })),
    net: formatAmount(total - tax),
    tax: formatAmount(tax),
    rate: taxRate === 0 ? '' : formatRate(translate, taxRate),
    total: formatAmount(total),
    note: receipt.note,
  };
}
