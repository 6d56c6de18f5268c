import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { issueCreditNote } from '../../tickets/receipts/issue-receipt.ts';
import { RefundRefusedError } from '../gateways/gateway.ts';
import { findOnlineGateway, listOnlineGateways } from '../gateways/online-gateways.ts';
import type { PaymentRecord } from './payment.record.ts';

/** Marks the full payment as due for refund if its order was canceled. Excludes chargebacks, because the bank has already returned the money. */
const markCanceledOrders = statement(
  'mark_refunds_of_canceled_orders',
  `UPDATE payment p SET refund_due_minor = p.amount_minor, changed_utc = $1::timestamptz FROM ticket_order o
  WHERE o.id = p.order_id AND p.state = 'paid' AND p.refund_due_minor < p.amount_minor AND ($2::int IS NULL OR p.id = $2::int)
    AND o.status IN ('refunded', 'voided', 'denied', 'not-completed')`,
);

/** Records the due refunds of canceled orders, for one payment or for all, inside the caller's transaction. */
async function markRefundsDue(tx: Tx, paymentId: number | null): Promise<void> {
  await executeIn(tx, markCanceledOrders, now(), paymentId);
}

/** True if the provider can refund the payment. Otherwise, an organizer refunds it manually. */
export const isRefundedOnline = (site: Site, { gateway, refundRefusal }: Pick<PaymentRecord, 'gateway' | 'refundRefusal'>): boolean =>
  refundRefusal === '' && findOnlineGateway(gateway)?.isSetUp(site) === true;

/** Stores the next amount before the request to the provider, so that a repeated request has the same amount. */
const claim = statement(
  'claim_refund',
  `UPDATE payment SET refunding_minor = refund_due_minor, changed_utc = $2::timestamptz
  WHERE id = $1 AND state = 'paid' AND refund_refusal = '' AND refunding_minor = refunded_minor AND refund_due_minor > refunded_minor`,
);

const settle = statement(
  'settle_refund',
  `WITH paid_back AS (
    UPDATE payment SET refunded_minor = refunded_minor + $3::bigint, refunding_minor = refunded_minor + $3::bigint, changed_utc = $6::timestamptz
    WHERE id = $1 AND refunded_minor = $2::bigint AND refunded_minor + $3::bigint <= refund_due_minor RETURNING id, currency, gateway)
  INSERT INTO refund (payment_id, amount_minor, currency, gateway, note, user_id, created_utc)
    SELECT id, $3::bigint, currency, CASE WHEN $5::int IS NULL THEN gateway ELSE 'manual' END, $4, $5::int, $6::timestamptz FROM paid_back RETURNING id`,
  rowShape({ id: 'int' }),
);

/** A refund of one payment. */
interface RefundEntry {
  paymentId: number;
  /** Amount refunded before this refund. Prevents recording the same refund twice. */
  refundedMinor: bigint;
  amountMinor: bigint;
  note?: string;
  /** ID of the organizer who refunded manually. Null if the provider refunded. */
  userId?: number | null;
}

/**
 * Records a refund and issues its credit note, inside the caller's transaction. Returns false if it has already been recorded or exceeds the amount
 * due.
 */
export async function recordRefund(
  site: Site,
  tx: Tx,
  { paymentId, refundedMinor, amountMinor, note = '', userId = null }: RefundEntry,
): Promise<boolean> {
  if ((await queryIn(tx, settle, paymentId, refundedMinor, amountMinor, note, userId, now())).length === 0) return false;
  const { orderId } = await tx.payment.findUniqueOrThrow({ where: { id: paymentId }, select: { orderId: true } });
  await issueCreditNote(site, tx, orderId, amountMinor);
  return true;
}

/** Records that the provider refuses the refund. An organizer has to refund manually. */
const stopRefund = statement(
  'stop_refund',
  `UPDATE payment SET refund_refusal = $2, refunding_minor = refunded_minor, changed_utc = $3::timestamptz WHERE id = $1`,
);
const postpone = statement('postpone_refund', 'UPDATE payment SET changed_utc = $2::timestamptz WHERE id = $1');

const MAX_REFUSAL_LENGTH = 500;

/** Refunds one part of the amount that is due. Returns false if nothing is due, or the provider refuses. Throws if the provider cannot be reached. */
async function refundPart(site: Site, id: number): Promise<boolean> {
  const stored = await site.db.prisma.payment.findUnique({ where: { id } });
  if (!stored || !isRefundedOnline(site, stored)) return false;
  await site.db.transaction((tx) => executeIn(tx, claim, id, now()));
  const payment = await site.db.prisma.payment.findUniqueOrThrow({ where: { id } });
  if (payment.refundingMinor <= payment.refundedMinor) return false;
  const { refundingMinor, refundedMinor, chargeReference, currency } = payment;
  const amountMinor = BigInt(refundingMinor) - BigInt(refundedMinor);
  const key = `refund ${id} from ${refundedMinor} to ${refundingMinor}`;
  try {
    await findOnlineGateway(payment.gateway)?.refund(site, { chargeReference, amountMinor, currency, key });
  } catch (error) {
    if (!(error instanceof RefundRefusedError)) throw error;
    await site.db.transaction((tx) => executeIn(tx, stopRefund, id, error.message.slice(0, MAX_REFUSAL_LENGTH), now()));
    return false;
  }
  await site.db.transaction((tx) => recordRefund(site, tx, { paymentId: id, refundedMinor: BigInt(refundedMinor), amountMinor }));
  notifyMailQueued(site);
  return true;
}

/** Refunds everything that is due: first the pending amount exactly as it was last attempted, then what has become due since. */
async function refund(site: Site, id: number): Promise<void> {
  while (await refundPart(site, id));
}

/** Refunds the due amount of a payment at once. If the provider cannot be reached, the next run of the job repeats the refund. */
export async function refundNow(site: Site, id: number): Promise<void> {
  try {
    await site.db.transaction((tx) => markRefundsDue(tx, id));
    await refund(site, id);
  } catch (error) {
    site.log.warn({ err: error, payment: id }, 'a refund failed and will be repeated');
    // moves the payment behind others that are due
    await site.db.transaction((tx) => executeIn(tx, postpone, id, now()));
  }
}

const BATCH_SIZE = 50;

/** Refunds all payments with a due amount. Returns the number of attempted payments. */
export async function refundAllDue(site: Site): Promise<number> {
  await site.db.transaction((tx) => markRefundsDue(tx, null));
  const due = await site.db.prisma.payment.findMany({
    where: {
      state: 'paid',
      gateway: { in: listOnlineGateways(site) },
      refundRefusal: '',
      refundDueMinor: { gt: site.db.prisma.payment.fields.refundedMinor },
    },
    select: { id: true },
    orderBy: { changedUtc: 'asc' },
    take: BATCH_SIZE,
  });
  for (const { id } of due) await refundNow(site, id);
  return due.length;
}
