import { Failure, invalidArguments } from '#app/core/failures/failure.ts';
import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { queueOrderMail } from '../../tickets/cancelled-mail.ts';
import { lockTicketOrder } from '../../tickets/lock-order.ts';
import { recordRefundDue } from '../../tickets/refund-due.ts';
import { orderNotFound } from '../checkout.failures.ts';
import { isRefundedOnline, recordRefund, refundNow } from './refunds.ts';

const nothingToRefund = () =>
  new Failure(
    'nothing_to_refund',
    409,
    'Nothing of this order can be refunded: it is unpaid, or the whole amount is already due for refund.',
  );
const noRefundDue = () =>
  new Failure('no_refund_due', 409, 'No refund of this order is due, or the amount due has changed since the form was opened.');
const refundedByProvider = () =>
  new Failure('refund_by_provider', 409, 'The payment provider makes this refund. Do not refund it manually.');
const refundTooLarge = () => invalidArguments({ amount: 'The amount is higher than the amount that remains to be refunded.' });

async function lockOrderForRefund(tx: Tx, id: number) {
  await lockTicketOrder(tx, id);
  const order = await tx.ticketOrder.findUnique({ where: { id }, select: { checkoutId: true, payment: true } });
  if (!order) throw orderNotFound();
  return order;
}

/**
 * State of a refund. `done`: the money was returned. `pending`: the site requests the refund from the provider every minute. `refused`: the provider
 * refuses the refund. `byHand`: an organizer must refund the money manually.
 */
export type RefundState = 'done' | 'pending' | 'refused' | 'byHand';

async function getRefundState(site: Site, paymentId: number): Promise<RefundState> {
  const payment = await site.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  if (payment.refundedMinor >= payment.refundDueMinor) return 'done';
  if (isRefundedOnline(site, payment)) return 'pending';
  return payment.refundRefusal === '' ? 'byHand' : 'refused';
}

/**
 * Refunds an amount of an order in minor units, or all of it, and mails the buyer. Online payments are refunded by the provider. Manual payments
 * stay due until `recordManualRefund`. Returns the state of the refund. Throws `order_not_found`, `nothing_to_refund`, or `invalid_arguments`
 * for more than the remaining amount.
 */
export async function refundOrder(site: Site, orderId: number, amountMinor: bigint | 'all'): Promise<RefundState> {
  if (amountMinor !== 'all' && amountMinor <= 0n) throw invalidArguments({ amount: 'The amount must be more than 0.' });
  const paymentId = await site.db.transaction(async (tx) => {
    const { checkoutId, payment: before } = await lockOrderForRefund(tx, orderId);
    const id = await recordRefundDue(tx, orderId, amountMinor);
    if (id === null) throw nothingToRefund();
    const after = await tx.payment.findUniqueOrThrow({ where: { id }, select: { refundDueMinor: true } });
    const added = BigInt(after.refundDueMinor) - BigInt(before?.refundDueMinor ?? 0);
    if (amountMinor !== 'all' && added !== amountMinor) throw refundTooLarge();
    await queueOrderMail(site, tx, checkoutId);
    return id;
  });
  notifyMailQueued(site);
  await refundNow(site, paymentId);
  return await getRefundState(site, paymentId);
}

/** A refund that an organizer made manually. */
export interface ManualRefund {
  /** Amount in minor units. Defaults to the whole amount that is due. */
  amountMinor?: bigint | null | undefined;
  /** Free text, such as the number of a receipt or of a bank transfer. */
  note?: string | null | undefined;
  /** Amount in minor units that the form showed as due. Prevents recording the same form twice. */
  outstandingMinor?: bigint | undefined;
  /** ID of the organizer. */
  userId: number;
}

const MAX_NOTE_LENGTH = 500;

/**
 * Records a full or partial refund that an organizer made manually. Throws `order_not_found`, `no_refund_due` (also if the due amount is not
 * `outstandingMinor`), `refund_by_provider` if the provider makes the refund, and `invalid_arguments` for more than is due.
 */
export async function recordManualRefund(
  site: Site,
  orderId: number,
  { amountMinor, note, outstandingMinor, userId }: ManualRefund,
): Promise<void> {
  if ((note?.length ?? 0) > MAX_NOTE_LENGTH) throw invalidArguments({ note: `A note has at most ${MAX_NOTE_LENGTH} characters.` });
  await site.db.transaction(async (tx) => {
    const { payment } = await lockOrderForRefund(tx, orderId);
    const refundedMinor = BigInt(payment?.refundedMinor ?? 0);
    const outstanding = BigInt(payment?.refundDueMinor ?? 0) - refundedMinor;
    if (!payment || outstanding <= 0n || (outstandingMinor !== undefined && outstandingMinor !== outstanding)) throw noRefundDue();
    if (isRefundedOnline(site, payment)) throw refundedByProvider();
    const amount = amountMinor ?? outstanding;
    if (amount <= 0n) throw invalidArguments({ amount: 'The amount must be more than 0.' });
    const refund = { paymentId: payment.id, refundedMinor, amountMinor: amount, note: (note ?? '').trim(), userId };
    if (!(await recordRefund(site, tx, refund))) throw refundTooLarge();
  });
  notifyMailQueued(site);
}
