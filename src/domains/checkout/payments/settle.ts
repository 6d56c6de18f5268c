import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { mailBuyer } from '../../tickets/cancelled-mail.ts';
import { moveOrder } from '../../tickets/order.service.ts';
import { givePlaces, tryPlaces } from '../../tickets/places.ts';
import { issueCreditNote } from '../../tickets/receipts/issue.ts';
import { isTakenBack, isUnpaid, mayBecome } from '../../tickets/statuses.ts';
import type { PaymentUpdate } from '../gateways/gateway.ts';
import { lockPayment } from './payment.record.ts';
import { refundSoon } from './refunds.ts';

type LockedPayment = Awaited<ReturnType<typeof lockPayment>>;

/** The webhook message that reports a state. Absent if the provider was queried. */
export interface Notice {
  gateway: string;
  eventId: string;
}

/** True if the message was not processed before. Records it in the transaction of its effects. */
async function isNew(tx: Tx, notice: Notice | undefined): Promise<boolean> {
  if (!notice) return true;
  const { count } = await tx.paymentNotice.createMany({ data: [{ ...notice, receivedUtc: now() }], skipDuplicates: true });
  return count === 1;
}

/** True if places are free for all attendees of the order who have none. Its tickets are locked, so the result holds until the transaction ends. */
async function findPlaces(tx: Tx, orderId: number, status: string): Promise<boolean> {
  const without = await tx.attendee.groupBy({
    by: ['ticketId'],
    where: { orderId, holdsPlace: false, ...(!isTakenBack(status) && { status: 'publish' }) },
    _count: true,
    orderBy: { ticketId: 'asc' },
  });
  const taken: { ticketId: number; quantity: number }[] = [];
  let isEnough = true;
  for (const { ticketId, _count: quantity } of without) {
    if ((await tryPlaces(tx, ticketId, quantity)).outcome === 'taken') taken.push({ ticketId, quantity });
    else isEnough = false;
  }
  // releases the tested places, because `moveOrder` takes them
  for (const { ticketId, quantity } of taken) await givePlaces(tx, ticketId, quantity);
  return isEnough;
}

/** Settles the order if the payment is complete and places are free. Returns false otherwise. */
async function seat(site: Site, tx: Tx, { order, amountMinor, currency }: LockedPayment, news: PaymentUpdate): Promise<boolean> {
  const isWhole = news.currency === currency && news.amountMinor === BigInt(amountMinor);
  if (!isWhole) return false;
  if (order.status === 'completed') return true;
  if (!mayBecome(order.status, 'completed') || !(await findPlaces(tx, order.id, order.status))) return false;
  await moveOrder(site, tx, order.id, 'completed', 0);
  return true;
}

/** Releases the places of an unpaid order. */
async function giveBack(site: Site, tx: Tx, { id, status }: LockedPayment['order']): Promise<void> {
  if (isUnpaid(status)) await moveOrder(site, tx, id, 'not-completed', 0);
}

async function pay(site: Site, tx: Tx, payment: LockedPayment, news: PaymentUpdate): Promise<void> {
  const isSeated = await seat(site, tx, payment, news);
  if (!isSeated) await giveBack(site, tx, payment.order);
  await tx.payment.update({
    where: { id: payment.id },
    data: {
      state: 'paid',
      amountMinor: news.amountMinor,
      currency: news.currency,
      chargeReference: news.chargeReference,
      changedUtc: now(),
      // refunds a buyer who gets no place
      ...(!isSeated && { refundDueMinor: news.amountMinor }),
    },
    select: { id: true },
  });
  const { checkoutId } = payment.order;
  if (checkoutId !== null) await postMail(site, tx, { kind: 'order', payload: { checkoutId } });
}

/** Ends an unpaid payment and releases its places. */
async function endUnpaid(site: Site, tx: Tx, { id, order }: LockedPayment): Promise<void> {
  await tx.payment.update({ where: { id }, data: { state: 'ended', changedUtc: now() }, select: { id: true } });
  await giveBack(site, tx, order);
}

/** Processes a chargeback. A full one reverses the order, a partial one only issues a credit note. Nothing is refunded, because the bank has returned the money. */
async function chargeBack(site: Site, tx: Tx, { order, amountMinor }: LockedPayment, news: PaymentUpdate): Promise<void> {
  if (news.amountMinor >= BigInt(amountMinor) && mayBecome(order.status, 'reversed')) {
    await moveOrder(site, tx, order.id, 'reversed', 0);
    await mailBuyer(site, tx, order.checkoutId);
  } else await issueCreditNote(site, tx, order.id, news.amountMinor);
}

/**
 * Applies the state of a payment at its provider, in one transaction. Handles repeated and late messages. A payment counts once. It settles the order, even after
 * the places were released if others are free. Otherwise it is refunded. `reference` is the provider's ID, which is stored if it is new.
 */
export async function applyPaymentUpdate(site: Site, id: number, reference: string, news: PaymentUpdate, notice?: Notice): Promise<void> {
  await site.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment.reference !== null && payment.reference !== reference) return;
    if (!(await isNew(tx, notice))) return;
    if (payment.reference === null) await tx.payment.update({ where: { id }, data: { reference }, select: { id: true } });
    if (news.state === 'paid' && payment.state !== 'paid') await pay(site, tx, payment, news);
    else if (news.state === 'ended' && payment.state === 'open') await endUnpaid(site, tx, payment);
    else if (news.state === 'charged_back' && payment.state === 'paid') await chargeBack(site, tx, payment, news);
  });
  notifyMailQueued(site);
  await refundSoon(site, id);
}

/** Releases the places of a payment whose provider has been unreachable for too long. The payment stays open and is still queried. */
export async function releaseUnpaidPlaces(site: Site, id: number): Promise<void> {
  await site.db.transaction(async (tx) => {
    const { state, order } = await lockPayment(tx, id);
    if (state === 'open') await giveBack(site, tx, order);
  });
}

/** Ends a payment that the provider does not have or cannot end. A later payment is still processed. */
export async function endPayment(site: Site, id: number): Promise<void> {
  await site.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment.state === 'open') await endUnpaid(site, tx, payment);
  });
}
