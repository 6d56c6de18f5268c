import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { changeAttendeeIn, removeAttendeeIn } from '../../tickets/attendee.service.ts';
import { queueOrderMail } from '../../tickets/cancelled-mail.ts';
import { lockPlaces } from '../../tickets/lock-order.ts';
import { updateOrderStatusIn } from '../../tickets/order.service.ts';
import { recordRefundDue } from '../../tickets/refund-due.ts';
import { isCanceledStatus } from '../../tickets/statuses.ts';
import { readSellingPost, readTicket } from '../../tickets/ticket.reader.ts';
import { isSaleOpen } from '../../tickets/sale-window.rules.ts';
import { getSaleZone } from '../../tickets/selling-post.ts';
import { updatePaymentOfOrder } from '../payments/query-payment.ts';
import { attendeeNotFound, ticketTransferred } from '../checkout.failures.ts';
import { lockCheckout, type CheckoutRecord } from '../checkout.record.ts';
import { cancelUntilHours } from '../checkout.settings.ts';
import {
  alreadyCheckedIn,
  computeCancellationDeadline,
  cancellationClosed,
  getCancelledStatus,
  isCancellable,
  paymentUnderWay,
} from './cancellation.rules.ts';
import { lockRemainingAttendees, getCompletedCheckout } from './order.record.ts';
import { type BuyerOrder, viewOrder } from './order.view.ts';

/** An attendee of an order who was not removed. */
export type RemainingAttendee = Awaited<ReturnType<typeof lockRemainingAttendees>>[number];

/** Throws `cancellation_closed`, `already_checked_in`. Attendees who declined are ignored, because they have no place. */
async function checkCancellable(site: Site, tx: Tx, attendees: readonly RemainingAttendee[]): Promise<void> {
  const hours = site.settings.get(cancelUntilHours);
  const attending = attendees.filter(({ orderStatus }) => orderStatus !== 'no');
  if (attending.some(({ checkedIn }) => checkedIn)) throw alreadyCheckedIn();
  for (const postId of new Set(attending.flatMap(({ postId }) => postId ?? []))) {
    const post = await readSellingPost(tx, postId);
    if (!isCancellable(computeCancellationDeadline(post?.startUtc ?? null, hours), now())) throw cancellationClosed();
  }
  if (hours < 0 && attending.length > 0) throw cancellationClosed();
}

/** Cancels a registration. Sets the reply to "not going" if the ticket collects such replies. Otherwise, removes the attendee. */
export async function cancelRegistration(site: Site, tx: Tx, attendee: RemainingAttendee): Promise<void> {
  if (attendee.orderStatus === 'no') return;
  const ticket = await readTicket(tx, attendee.ticketId);
  if (ticket?.showNotGoing) await changeAttendeeIn(site, tx, attendee, { status: 'no' }, 0);
  else await removeAttendeeIn(site, tx, attendee);
}

/** Returns the current time, rounded down to seconds because the column stores seconds. A rounded-up time would lie in the future. */
const getCurrentSecond = () => new Date(Math.floor(now().getTime() / 1000) * 1000);

/** Cancels an order with all remaining attendees. */
export async function cancelOrderIn(site: Site, tx: Tx, orderId: number): Promise<void> {
  const order = await tx.ticketOrder.findUniqueOrThrow({ where: { id: orderId }, select: { provider: true, status: true } });
  if (!isCanceledStatus(order.status)) await updateOrderStatusIn(site, tx, orderId, getCancelledStatus(order.provider, order.status), 0);
  const payment = await tx.payment.findUnique({ where: { orderId }, select: { id: true, state: true } });
  // the payment stays open until its provider confirms the end, because the buyer may be paying at this moment
  if (payment?.state === 'open')
    await tx.payment.update({ where: { orderId }, data: { expiresAt: getCurrentSecond() }, select: { id: true } });
}

/** Reduces the total of an unpaid order by the price of a removed attendee. */
async function reduceOrder(tx: Tx, orderId: number, { ticketId, pricePaidMinor }: RemainingAttendee): Promise<void> {
  const price = BigInt(pricePaidMinor ?? 0);
  await tx.ticketOrderItem.updateMany({
    where: { orderId, ticketId },
    data: { quantity: { decrement: 1 }, subTotalMinor: { decrement: price } },
  });
  await tx.ticketOrder.update({
    where: { id: orderId },
    data: { totalMinor: { decrement: price }, subtotalMinor: { decrement: price }, modifiedUtc: now() },
    select: { id: true },
  });
}

/** Removes one of several attendees from an order. */
export async function removeFromOrder(site: Site, tx: Tx, orderId: number, attendee: RemainingAttendee): Promise<void> {
  const payment = await tx.payment.findUnique({ where: { orderId }, select: { state: true } });
  if (payment?.state === 'open') throw paymentUnderWay();
  await removeAttendeeIn(site, tx, attendee);
  if (attendee.orderStatus !== 'completed') await reduceOrder(tx, orderId, attendee);
  else await recordRefundDue(tx, orderId, BigInt(attendee.pricePaidMinor ?? 0));
}

/** Changes a completed checkout in one transaction, with its tickets and the checkout locked, and mails the buyer. */
async function changeOrder(
  site: Site,
  token: string,
  change: (tx: Tx, checkout: CheckoutRecord) => Promise<{ notifiesBuyer: boolean }>,
): Promise<BuyerOrder> {
  const checkout = await getCompletedCheckout(site, token);
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: checkout.lines.map(({ ticketId }) => ticketId) });
    const { notifiesBuyer } = await change(tx, await lockCheckout(tx, checkout.id));
    if (notifiesBuyer) await queueOrderMail(site, tx, checkout.id);
  });
  notifyMailQueued(site);
  await updatePaymentOfOrder(site, checkout.id);
  return await viewOrder(site, token);
}

/** Cancels selected attendees of an order, or the whole order if no others remain. */
async function cancelAttendees(
  site: Site,
  tx: Tx,
  orderId: number,
  selected: readonly RemainingAttendee[],
  remaining: readonly RemainingAttendee[],
): Promise<void> {
  if (remaining.filter((attendee) => attendee.orderId === orderId).length === selected.length)
    return await cancelOrderIn(site, tx, orderId);
  for (const attendee of selected) await removeFromOrder(site, tx, orderId, attendee);
}

/**
 * Cancels all remaining tickets of a buyer that were not transferred, refunds online payments, and offers the places to the waiting list. Runs in
 * one transaction. A repeated call changes nothing. Throws `order_not_found`, `cancellation_closed`, `already_checked_in`.
 */
export async function cancelOrder(site: Site, token: string): Promise<BuyerOrder> {
  return await changeOrder(site, token, async (tx, { id }) => {
    const remaining = await lockRemainingAttendees(tx, id);
    const own = remaining.filter(({ transferredUtc }) => transferredUtc === null);
    await checkCancellable(site, tx, own);
    for (const [orderId, selected] of Map.groupBy(own, (attendee) => attendee.orderId)) {
      if (orderId !== null) await cancelAttendees(site, tx, orderId, selected, remaining);
      else for (const attendee of selected) await cancelRegistration(site, tx, attendee);
    }
    return { notifiesBuyer: own.some(({ orderStatus }) => orderStatus !== 'no') };
  });
}

/**
 * Cancels one attendee, or the whole order if it has no other attendees. Throws the failures of `cancelOrder`, `attendee_not_found`,
 * `ticket_transferred`, `payment_under_way`.
 */
export async function cancelOwnAttendee(site: Site, token: string, attendeeId: number): Promise<BuyerOrder> {
  return await changeOrder(site, token, async (tx, { id }) => {
    const remaining = await lockRemainingAttendees(tx, id);
    const attendee = remaining.find(({ id: remainingId }) => remainingId === attendeeId);
    if (!attendee) {
      if ((await tx.attendee.count({ where: { id: attendeeId, checkoutId: id } })) === 0) throw attendeeNotFound();
      return { notifiesBuyer: false };
    }
    if (attendee.transferredUtc !== null) throw ticketTransferred();
    await checkCancellable(site, tx, [attendee]);
    const { orderId } = attendee;
    if (orderId === null) await cancelRegistration(site, tx, attendee);
    else await cancelAttendees(site, tx, orderId, [attendee], remaining);
    return { notifiesBuyer: attendee.orderStatus !== 'no' };
  });
}

/**
 * Changes the reply of a registration. Declining releases the place. Accepting needs a free place and mails the ticket. Throws `order_not_found`,
 * `attendee_not_found`, `ticket_transferred`, `rsvp_only_going`, `ticket_not_on_sale`, `insufficient_stock`, `cancellation_closed`,
 * `already_checked_in`.
 */
export async function updateRsvp(site: Site, token: string, attendeeId: number, isGoing: boolean): Promise<BuyerOrder> {
  return await changeOrder(site, token, async (tx, { id }) => {
    const attendee = (await lockRemainingAttendees(tx, id)).find(({ id: remainingId }) => remainingId === attendeeId);
    const ticket = attendee && (await readTicket(tx, attendee.ticketId));
    if (!attendee || !ticket) throw attendeeNotFound();
    if (attendee.transferredUtc !== null) throw ticketTransferred();
    if (ticket.provider !== 'rsvp' || !ticket.showNotGoing)
      throw invalid('rsvp_only_going', 'This ticket does not collect replies of people who are not going.');
    if ((attendee.orderStatus === 'yes') === isGoing) return { notifiesBuyer: false };
    if (!isGoing) await checkCancellable(site, tx, [attendee]);
    else if (ticket.status !== 'publish' || !isSaleOpen(ticket, getSaleZone(site, ticket.post), ticket.post?.endUtc ?? null, now()))
      throw invalid('ticket_not_on_sale', 'It is too late to accept the invitation.');
    await changeAttendeeIn(site, tx, attendee, { status: isGoing ? 'yes' : 'no', sendsTicket: isGoing }, 0);
    return { notifiesBuyer: !isGoing };
  });
}
