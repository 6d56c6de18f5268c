import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { renderPlainTitle } from '#app/core/text/render.ts';
import { computeCreditedTax, computeIncludedTax, type ReceiptKind } from './receipt.rules.ts';
import { receiptNote, sellerAddress, sellerName, sellerTaxNumber, taxRate } from './receipt.settings.ts';

/** One kind of ticket on a receipt. */
export interface ReceiptLine {
  ticket: string;
  event: string;
  /** Local start of the event; null for tickets without an event. */
  startLocal: string | null;
  quantity: number;
  /** Amount in minor units, as a string. */
  totalMinor: string;
}

const takeNumber = statement(
  'take_receipt_number',
  `INSERT INTO receipt_series (kind, last_number) VALUES ($1, 1)
  ON CONFLICT (kind) DO UPDATE SET last_number = receipt_series.last_number + 1 RETURNING last_number AS number`,
  rowShape({ number: 'int' }),
);

/** Returns the next number of a kind. Locks the sequence until the transaction ends, so call it last. */
async function takeNextNumber(tx: Tx, kind: ReceiptKind): Promise<number> {
  const [row] = await queryIn(tx, takeNumber, kind);
  if (!row) throw new Error('The database returned no receipt number.');
  return row.number;
}

const linesOfOrder = statement(
  'lines_of_receipt',
  `SELECT COALESCE(t.title, '') AS ticket, COALESCE(c.title, '') AS event, to_char(e.start_local, 'YYYY-MM-DD"T"HH24:MI:SS') AS "startLocal", i.quantity, i.sub_total_minor::text AS "totalMinor"
  FROM ticket_order_item i LEFT JOIN ticket t ON t.id = i.ticket_id LEFT JOIN content c ON c.id = t.post_id LEFT JOIN event e ON e.content_id = c.id
  WHERE i.order_id = $1 AND i.quantity > 0 ORDER BY t.menu_order, i.ticket_id`,
  rowShape({ ticket: 'text', event: 'text', startLocal: 'text?', quantity: 'int', totalMinor: 'text' }),
);

const stripTitleMarkup = ({ ticket, event, ...line }: ReceiptLine): ReceiptLine => ({
  ...line,
  ticket: renderPlainTitle(ticket),
  event: renderPlainTitle(event),
});

/** Returns the latest receipt of an order with its credited amount, or null if the order has no receipt or the receipt has been credited in full. */
async function findOpenReceipt(tx: Tx, orderId: number) {
  const receipt = await tx.receipt.findFirst({
    where: { orderId, kind: 'receipt' },
    orderBy: { id: 'desc' },
    include: { creditNotes: { select: { totalMinor: true } } },
  });
  const credited = receipt?.creditNotes.reduce((sum, { totalMinor }) => sum + BigInt(totalMinor), 0n) ?? 0n;
  return receipt && credited < BigInt(receipt.totalMinor) ? { ...receipt, credited } : null;
}

/** Queues the mail with a receipt, inside the caller's transaction. */
const queueReceiptMail = (site: Site, tx: Tx, receiptId: number) => postMail(site, tx, { kind: 'receipt', payload: { receiptId } });

/** True if the site issues receipts, that is, has the name of a seller. */
export const canIssueReceipts = ({ settings }: Site): boolean => settings.get(sellerName) !== '';

/**
 * Issues the receipt of an order inside the transaction that creates or changes it; the order must be locked. Does nothing if the site has no seller,
 * the order is free or not completed, or the order already has a receipt that is not credited in full.
 */
export async function issueReceipt(site: Site, tx: Tx, orderId: number): Promise<void> {
  if (!canIssueReceipts(site)) return;
  const { settings } = site;
  const order = await tx.ticketOrder.findUniqueOrThrow({
    where: { id: orderId },
    select: { status: true, totalMinor: true, currency: true, purchaserName: true },
  });
  const totalMinor = BigInt(order.totalMinor);
  if (order.status !== 'completed' || totalMinor <= 0n || (await findOpenReceipt(tx, orderId))) return;
  const lines = await queryIn(tx, linesOfOrder, orderId);
  const rate = settings.get(taxRate);
  const { id } = await tx.receipt.create({
    data: {
      kind: 'receipt',
      orderId,
      issuedUtc: now(),
      currency: order.currency,
      totalMinor,
      taxMinor: computeIncludedTax(totalMinor, rate),
      taxRate: rate,
      sellerName: settings.get(sellerName),
      sellerAddress: settings.get(sellerAddress),
      sellerTaxNumber: settings.get(sellerTaxNumber),
      note: settings.get(receiptNote),
      buyerName: order.purchaserName,
      lines: lines.map((line) => ({ ...stripTitleMarkup(line) })),
      number: await takeNextNumber(tx, 'receipt'),
    },
    select: { id: true },
  });
  await queueReceiptMail(site, tx, id);
}

/**
 * Issues the credit note for a refund of an order, or for the remaining amount of its receipt, inside the transaction of the refund. Does nothing for
 * an order without a receipt.
 */
export async function issueCreditNote(site: Site, tx: Tx, orderId: number, amountMinor: bigint | 'all'): Promise<void> {
  const receipt = await findOpenReceipt(tx, orderId);
  if (!receipt) return;
  const remaining = BigInt(receipt.totalMinor) - receipt.credited;
  const totalMinor = amountMinor !== 'all' && amountMinor < remaining ? amountMinor : remaining;
  const { currency, taxRate: rate, sellerName: name, sellerAddress: address, sellerTaxNumber: tax, note, buyerName } = receipt;
  const { id } = await tx.receipt.create({
    data: {
      kind: 'credit_note',
      orderId,
      correctsId: receipt.id,
      issuedUtc: now(),
      currency,
      totalMinor,
      taxMinor: computeCreditedTax(receipt.credited, totalMinor, rate),
      taxRate: rate,
      sellerName: name,
      sellerAddress: address,
      sellerTaxNumber: tax,
      note,
      buyerName,
      number: await takeNextNumber(tx, 'credit_note'),
    },
    select: { id: true },
  });
  await queueReceiptMail(site, tx, id);
}
