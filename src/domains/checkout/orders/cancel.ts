import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { changeAttendeeIn, removeAttendeeIn } from '../../tickets/attendee.service.ts';
import { lockPlaces } from '../../tickets/lock-order.ts';
import { moveOrder } from '../../tickets/order.service.ts';
import { recordRefundDue } from '../../tickets/refund-due.ts';
import { isTakenBack } from '../../tickets/statuses.ts';
import { readSellingPost, readTicket } from '../../tickets/ticket.reader.ts';
import { isOpen } from '../../tickets/sale-window.rules.ts';
import { saleZone } from '../../tickets/selling-post.ts';
import { updatePaymentOfOrder } from '../payments/ask.ts';
import { noAttendee, ticketTransferred } from '../checkout.failures.ts';
import { checkoutForChange, type CheckoutRecord } from '../checkout.record.ts';
import { cancelUntilHours } from '../checkout.settings.ts';
import {
  alreadyCheckedIn,
  cancellableUntil,
  cancellationClosed,
  cancelledStatus,
  isCancellable,
  paymentUnderWay,
} from './cancellation.rules.ts';
import { attendeesLeft, boughtCheckout } from './order.record.ts';
import { type BuyerOrder, viewOrder } from './order.view.ts';

/** An attendee of an order who was not removed. */
export type RemainingAttendee = Awaited<ReturnType<typeof attendeesLeft>>[number];

/** Throws `cancellation_closed`, `already_checked_in`. Attendees who declined are ignored, because they have no place. */
async function checkCancellable(site: Site, tx: Tx, attendees: readonly RemainingAttendee[]): Promise<void> {
  const hours = site.settings.get(cancelUntilHours);
  const coming = attendees.filter(({ orderStatus }) => orderStatus !== 'no');
  if (coming.some(({ checkedIn }) => checkedIn)) throw alreadyCheckedIn();
  for (const postId of new Set(coming.flatMap((one) => one.postId ?? []))) {
    const post = await readSellingPost(tx, postId);
    if (!isCancellable(cancellableUntil(post?.startUtc ?? null, hours), now())) throw cancellationClosed();
  }
  if (hours < 0 && coming.length > 0) throw cancellationClosed();
}

/** Cancels a registration. Sets it to not going if the ticket shows such replies, else removes the attendee. */
export async function cancelRegistration(site: Site, tx: Tx, attendee: RemainingAttendee): Promise<void> {
  if (attendee.orderStatus === 'no') return;
  const ticket = await readTicket(tx, attendee.ticketId);
  if (ticket?.showNotGoing) await changeAttendeeIn(site, tx, attendee, { status: 'no' }, 0);
  else await removeAttendeeIn(site, tx, attendee);
}

/** Returns the current time, rounded down to seconds because the column stores seconds. Rounding up would give a future time. */
const thisSecond = () => new Date(Math.floor(now().getTime() / 1000) * 1000);

/** Cancels an order with all remaining attendees. */
export async function cancelSale(site: Site, tx: Tx, orderId: number): Promise<void> {
  const order = await tx.ticketOrder.findUniqueOrThrow({ where: { id: orderId }, select: { provider: true, status: true } });
  if (!isTakenBack(order.status)) await moveOrder(site, tx, orderId, cancelledStatus(order.provider, order.status), 0);
  const payment = await tx.payment.findUnique({ where: { orderId }, select: { id: true, state: true } });
  // the payment stays open until its provider confirms the end, because the buyer may be paying at this moment
  if (payment?.state === 'open') await tx.payment.update({ where: { orderId }, data: { expiresAt: thisSecond() }, select: { id: true } });
}

/** Reduces the total of an unpaid order by the price of a removed attendee. */
async function lowerOrder(tx: Tx, orderId: number, { ticketId, pricePaidMinor }: RemainingAttendee): Promise<void> {
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
export async function cancelOneOfSale(site: Site, tx: Tx, orderId: number, attendee: RemainingAttendee): Promise<void> {
  const payment = await tx.payment.findUnique({ where: { orderId }, select: { state: true } });
  if (payment?.state === 'open') throw paymentUnderWay();
  await removeAttendeeIn(site, tx, attendee);
  if (attendee.orderStatus !== 'completed') await lowerOrder(tx, orderId, attendee);
  else await recordRefundDue(tx, orderId, BigInt(attendee.pricePaidMinor ?? 0));
}

/** Changes a completed checkout in one transaction, with its tickets and the checkout locked, and mails the buyer. */
async function changing(
  site: Site,
  token: string,
  change: (tx: Tx, checkout: CheckoutRecord) => Promise<{ tellsBuyer: boolean }>,
): Promise<BuyerOrder> {
  const known = await boughtCheckout(site, token);
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: known.lines.map(({ ticketId }) => ticketId) });
    const { tellsBuyer } = await change(tx, await checkoutForChange(tx, known.id));
    if (tellsBuyer) await postMail(site, tx, { kind: 'order', payload: { checkoutId: known.id } });
  });
  notifyMailQueued(site);
  await updatePaymentOfOrder(site, known.id);
  return await viewOrder(site, token);
}

/** Cancels some attendees of an order, or the whole order if no others remain. */
async function cancelSome(
  site: Site,
  tx: Tx,
  orderId: number,
  some: readonly RemainingAttendee[],
  left: readonly RemainingAttendee[],
): Promise<void> {
  if (left.filter((one) => one.orderId === orderId).length === some.length) return await cancelSale(site, tx, orderId);
  for (const attendee of some) await cancelOneOfSale(site, tx, orderId, attendee);
}

/**
 * Cancels all remaining tickets of a buyer that were not transferred, refunds online payments, and offers the places to the waiting list. One
 * transaction. Repeating it changes nothing. Throws `order_not_found`, `cancellation_closed`, `already_checked_in`.
 */
export async function cancelOrder(site: Site, token: string): Promise<BuyerOrder> {
  return await changing(site, token, async (tx, { id }) => {
    const left = await attendeesLeft(tx, id);
    const own = left.filter(({ transferredUtc }) => transferredUtc === null);
    await checkCancellable(site, tx, own);
    for (const [orderId, some] of Map.groupBy(own, (attendee) => attendee.orderId)) {
      if (orderId !== null) await cancelSome(site, tx, orderId, some, left);
      else for (const attendee of some) await cancelRegistration(site, tx, attendee);
    }
    return { tellsBuyer: own.some(({ orderStatus }) => orderStatus !== 'no') };
  });
}

/** Cancels one attendee. The last attendee of an order cancels the order. Throws the failures of `cancelOrder`, `attendee_not_found`, `payment_under_way`. */
export async function cancelAttendance(site: Site, token: string, attendeeId: number): Promise<BuyerOrder> {
  return await changing(site, token, async (tx, { id }) => {
    const left = await attendeesLeft(tx, id);
    const attendee = left.find((one) => one.id === attendeeId);
    if (!attendee) {
      if ((await tx.attendee.count({ where: { id: attendeeId, checkoutId: id } })) === 0) throw noAttendee();
      return { tellsBuyer: false };
    }
    if (attendee.transferredUtc !== null) throw ticketTransferred();
    await checkCancellable(site, tx, [attendee]);
    const { orderId } = attendee;
    if (orderId === null) await cancelRegistration(site, tx, attendee);
    else await cancelSome(site, tx, orderId, [attendee], left);
    return { tellsBuyer: attendee.orderStatus !== 'no' };
  });
}

/**
 * Changes the reply of a registration. Declining releases the place. Accepting needs a free place and mails the ticket. Throws `order_not_found`,
 * `attendee_not_found`, `rsvp_only_going`, `ticket_not_on_sale`, `insufficient_stock`, `cancellation_closed`, `already_checked_in`.
 */
export async function updateRsvp(site: Site, token: string, attendeeId: number, isGoing: boolean): Promise<BuyerOrder> {
  return await changing(site, token, async (tx, { id }) => {
    const attendee = (await attendeesLeft(tx, id)).find((one) => one.id === attendeeId);
    const ticket = attendee && (await readTicket(tx, attendee.ticketId));
    if (!attendee || !ticket) throw noAttendee();
    if (attendee.transferredUtc !== null) throw ticketTransferred();
    if (ticket.provider !== 'rsvp' || !ticket.showNotGoing) throw invalid('rsvp_only_going', 'This ticket does not accept this reply.');
    if ((attendee.orderStatus === 'yes') === isGoing) return { tellsBuyer: false };
    if (!isGoing) await checkCancellable(site, tx, [attendee]);
    else if (ticket.status !== 'publish' || !isOpen(ticket, saleZone(site, ticket.post), ticket.post?.endUtc ?? null, now()))
      throw invalid('ticket_not_on_sale', 'It is too late to answer.');
    await changeAttendeeIn(site, tx, attendee, { status: isGoing ? 'yes' : 'no', sendsTicket: isGoing }, 0);
    return { tellsBuyer: !isGoing };
  });
}
