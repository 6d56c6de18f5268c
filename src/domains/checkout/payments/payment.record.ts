import type { Row } from '#app/core/db/model.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import { lockPlaces } from '../../tickets/lock-order.ts';

/** The payment of an order: an online payment, or a manual one for which a refund was recorded. */
export type PaymentRecord = Row<'Payment'>;

/** Time for a payment. Stripe requires at least 30 minutes. The other ten minutes allow a late start if Stripe cannot be reached at first. */
const PAYMENT_TIME_MS = 40 * 60_000;

/** Creates the online payment of an order, inside the transaction that creates the order. */
export async function addPayment(
  tx: Tx,
  { orderId, gateway, amountMinor, currency }: { orderId: number; gateway: string; amountMinor: bigint; currency: string },
): Promise<void> {
  const moment = now();
  await tx.payment.create({
    data: {
      orderId,
      gateway,
      amountMinor,
      currency,
      expiresAt: new Date(moment.getTime() + PAYMENT_TIME_MS),
      createdUtc: moment,
      changedUtc: moment,
    },
    select: { id: true },
  });
}

const lockOrder = statement(
  'lock_order_of_payment',
  'SELECT o.id FROM ticket_order o JOIN payment p ON p.order_id = o.id WHERE p.id = $1 FOR UPDATE OF o',
);
const lock = statement('lock_payment', 'SELECT id FROM payment WHERE id = $1 FOR UPDATE');

/** Locks first the tickets, then the order, then the payment, until the transaction ends. Returns the payment with its order. */
export async function lockPayment(tx: Tx, id: number) {
  const items = await tx.ticketOrderItem.findMany({ where: { order: { payment: { id } } }, select: { ticketId: true } });
  await lockPlaces(tx, { ticketIds: items.map(({ ticketId }) => ticketId) });
  await executeIn(tx, lockOrder, id);
  await executeIn(tx, lock, id);
  return await tx.payment.findUniqueOrThrow({ where: { id }, include: { order: { include: { items: true } } } });
}
