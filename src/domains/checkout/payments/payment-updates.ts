import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { queueOrderMail } from '../../tickets/cancelled-mail.ts';
import { buildFollowingAttendees, updateOrderStatusIn } from '../../tickets/order.service.ts';
import { releaseTakenPlaces, tryTakePlaces } from '../../tickets/places.ts';
import { issueCreditNote } from '../../tickets/receipts/issue-receipt.ts';
import { isUnpaid, canChangeStatus } from '../../tickets/statuses.ts';
import type { PaymentUpdate } from '../gateways/gateway.ts';
import { lockPayment } from './payment.record.ts';
import { refundNow } from './refunds.ts';

type LockedPayment = Awaited<ReturnType<typeof lockPayment>>;

/** The webhook message that reports a state. Absent if the provider was queried. */
export interface NoticeKey {
  gateway: string;
  eventId: string;
}

/** Records a message in the transaction of its effects. Returns false if it was already processed. */
async function recordIfNew(tx: Tx, notice: NoticeKey | undefined): Promise<boolean> {
  if (!notice) return true;
  const { count } = await tx.paymentNotice.createMany({ data: [{ ...notice, receivedUtc: now() }], skipDuplicates: true });
  return count === 1;
}

/**
 * True if places are free for all attendees of the order who have no place, except removed ones. The tickets are locked, so the result is valid
 * until the transaction ends.
 */
async function hasFreePlaces(tx: Tx, order: LockedPayment['order']): Promise<boolean> {
  const attendees = await tx.attendee.groupBy({
    by: ['ticketId'],
    where: { ...buildFollowingAttendees(order), holdsPlace: false },
    _count: true,
    orderBy: { ticketId: 'asc' },
  });
  const taken: { ticketId: number; quantity: number }[] = [];
  let isEnough = true;
  for (const { ticketId, _count: quantity } of attendees) {
    if ((await tryTakePlaces(tx, ticketId, quantity)).outcome === 'taken') taken.push({ ticketId, quantity });
    else isEnough = false;
  }
  // releases the tested places, because `updateOrderStatusIn` takes them
  for (const { ticketId, quantity } of taken) await releaseTakenPlaces(tx, ticketId, quantity);
  return isEnough;
}

/** Settles the order if the payment is complete and places are free. Returns false otherwise. */
async function settleOrder(site: Site, tx: Tx, { order, amountMinor, currency }: LockedPayment, update: PaymentUpdate): Promise<boolean> {
  const isFullAmount = update.currency === currency && update.amountMinor === BigInt(amountMinor);
  if (!isFullAmount) return false;
  if (order.status === 'completed') return true;
  if (!canChangeStatus(order.status, 'completed') || !(await hasFreePlaces(tx, order))) return false;
  await updateOrderStatusIn(site, tx, order.id, 'completed', 0);
  return true;
}

/** Releases the places of an unpaid order. */
async function releasePlaces(site: Site, tx: Tx, { id, status }: LockedPayment['order']): Promise<void> {
  if (isUnpaid(status)) await updateOrderStatusIn(site, tx, id, 'not-completed', 0);
}

async function applyPaid(site: Site, tx: Tx, payment: LockedPayment, update: PaymentUpdate): Promise<void> {
  const isSettled = await settleOrder(site, tx, payment, update);
  if (!isSettled) await releasePlaces(site, tx, payment.order);
  await tx.payment.update({
    where: { id: payment.id },
    data: {
      state: 'paid',
      amountMinor: update.amountMinor,
      currency: update.currency,
      chargeReference: update.chargeReference,
      changedUtc: now(),
      // refunds a buyer who gets no place
      ...(!isSettled && { refundDueMinor: update.amountMinor }),
    },
    select: { id: true },
  });
  await queueOrderMail(site, tx, payment.order.checkoutId);
}

/** Ends an unpaid payment and releases its places. */
async function endUnpaid(site: Site, tx: Tx, { id, order }: LockedPayment): Promise<void> {
  await tx.payment.update({ where: { id }, data: { state: 'ended', changedUtc: now() }, select: { id: true } });
  await releasePlaces(site, tx, order);
}

/** Subtracts an amount that the bank took back from the payment and from refunds that were not made yet. */
const subtractChargeback = statement(
  'subtract_chargeback',
  `UPDATE payment p SET amount_minor = remaining.minor, refund_due_minor = least(p.refund_due_minor, remaining.minor),
    refunding_minor = least(p.refunding_minor, remaining.minor), changed_utc = $3::timestamptz
  FROM (SELECT id, greatest(refunded_minor, amount_minor - $2::bigint) AS minor FROM payment WHERE id = $1) remaining WHERE p.id = remaining.id`,
);

/**
 * Processes a chargeback. A full chargeback reverses the order. A partial chargeback only issues a credit note. The amount is not refunded any more,
 * because the bank has returned it.
 */
async function applyChargeback(site: Site, tx: Tx, { id, order, amountMinor }: LockedPayment, update: PaymentUpdate): Promise<void> {
  await executeIn(tx, subtractChargeback, id, update.amountMinor, now());
  if (update.amountMinor >= BigInt(amountMinor) && canChangeStatus(order.status, 'reversed')) {
    await updateOrderStatusIn(site, tx, order.id, 'reversed', 0);
    await queueOrderMail(site, tx, order.checkoutId);
  } else await issueCreditNote(site, tx, order.id, update.amountMinor);
}

/**
 * Applies the state of a payment at its provider, in one transaction. Repeated messages have no effect. A payment settles the order. If the places of
 * the order were already released, the payment settles it only if other places are free; otherwise, the payment is refunded. `reference` is the
 * provider's ID of the payment. It is stored if no ID is stored yet.
 */
export async function applyPaymentUpdate(
  site: Site,
  id: number,
  reference: string,
  update: PaymentUpdate,
  notice?: NoticeKey,
): Promise<void> {
  await site.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment.reference !== null && payment.reference !== reference) return;
    if (!(await recordIfNew(tx, notice))) return;
    if (payment.reference === null) await tx.payment.update({ where: { id }, data: { reference }, select: { id: true } });
    if (update.state === 'paid' && payment.state !== 'paid') await applyPaid(site, tx, payment, update);
    else if (update.state === 'ended' && payment.state === 'open') await endUnpaid(site, tx, payment);
    else if (update.state === 'charged_back' && payment.state === 'paid') await applyChargeback(site, tx, payment, update);
  });
  notifyMailQueued(site);
  await refundNow(site, id);
}

/** Releases the places of a payment whose provider has been unreachable for too long. The payment stays open and is still queried. */
export async function releaseUnpaidPlaces(site: Site, id: number): Promise<void> {
  await site.db.transaction(async (tx) => {
    const { state, order } = await lockPayment(tx, id);
    if (state === 'open') await releasePlaces(site, tx, order);
  });
}

/** Ends a payment that the provider does not have or cannot end. A later payment is still processed. */
export async function endPayment(site: Site, id: number): Promise<void> {
  await site.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment.state === 'open') await endUnpaid(site, tx, payment);
  });
}
