import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { lockTicketOrder } from './lock-order.ts';

/** Creates the missing payment of an order that was paid manually. Reuses the row of an online payment that ended unpaid. */
const addManualPayment = statement(
  'add_payment_by_hand',
  `INSERT INTO payment (order_id, gateway, amount_minor, currency, state, expires_at, created_utc, changed_utc)
  SELECT o.id, 'manual', o.total_minor, o.currency, 'paid', $2::timestamptz, $2::timestamptz, $2::timestamptz FROM ticket_order o
  WHERE o.id = $1 AND o.total_minor > 0
    AND (o.status = 'completed' OR EXISTS (SELECT FROM ticket_order_status_log l WHERE l.order_id = o.id AND l.status = 'completed'))
  ON CONFLICT (order_id) DO UPDATE SET gateway = 'manual', reference = NULL, url = '', amount_minor = excluded.amount_minor,
    currency = excluded.currency, state = 'paid', changed_utc = excluded.changed_utc WHERE payment.state = 'ended'`,
);

const addDue = statement(
  'add_refund_due',
  `UPDATE payment SET refund_due_minor = least(amount_minor, refund_due_minor + coalesce($2::bigint, amount_minor)), changed_utc = $3::timestamptz
  WHERE order_id = $1 AND state = 'paid' AND refund_due_minor < amount_minor RETURNING id`,
  rowShape({ id: 'int' }),
);

/**
 * Records inside the caller's transaction that a refund is due to the buyer of an order: an amount in minor units, or everything that was paid. The
 * refund is at most the paid amount. Does nothing for an unpaid order. Returns the ID of the payment, or null if nothing more is due.
 */
export async function recordRefundDue(tx: Tx, orderId: number, amountMinor: bigint | 'all'): Promise<number | null> {
  await lockTicketOrder(tx, orderId);
  await executeIn(tx, addManualPayment, orderId, now());
  const [payment] = await queryIn(tx, addDue, orderId, amountMinor === 'all' ? null : amountMinor, now());
  return payment?.id ?? null;
}
