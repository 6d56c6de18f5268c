import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { queueOrderMail } from '../../tickets/cancelled-mail.ts';
import { lockAttendees, lockPlaces, lockTicketOrder } from '../../tickets/lock-order.ts';
import { updatePaymentOfOrder } from '../payments/query-payment.ts';
import { attendeeNotFound, orderNotFound } from '../checkout.failures.ts';
import { lockCheckout } from '../checkout.record.ts';
import { removeFromOrder, cancelRegistration, cancelOrderIn, type RemainingAttendee } from './cancel-order.ts';
import { alreadyCheckedIn } from './cancellation.rules.ts';
import { remainingAttendee } from './order.record.ts';

/** Locks and returns the remaining attendees of an order. The caller must have locked the tickets and the checkout. */
async function lockAttendeesOfOrder(tx: Tx, orderId: number): Promise<RemainingAttendee[]> {
  await lockTicketOrder(tx, orderId);
  await lockAttendees(tx, { orderId });
  return await tx.attendee.findMany({ where: { orderId, status: 'publish' }, select: remainingAttendee, orderBy: { id: 'asc' } });
}

async function sendMailAndUpdatePayment(site: Site, checkoutId: number | null): Promise<void> {
  notifyMailQueued(site);
  if (checkoutId !== null) await updatePaymentOfOrder(site, checkoutId);
}

/**
 * Cancels a whole order on behalf of an organizer, without a time limit. One transaction offers the places to the waiting list, starts the refund of
 * an online payment, and mails the buyer. The caller checks permissions. A repeated call changes nothing. Throws `order_not_found`,
 * `already_checked_in`.
 */
export async function cancelOrderByOrganizer(site: Site, orderId: number): Promise<void> {
  const order = await site.db.prisma.ticketOrder.findUnique({
    where: { id: orderId },
    select: { checkoutId: true, items: { select: { ticketId: true } } },
  });
  if (!order) throw orderNotFound();
  const { checkoutId, items } = order;
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: items.map(({ ticketId }) => ticketId) });
    if (checkoutId !== null) await lockCheckout(tx, checkoutId);
    const remaining = await lockAttendeesOfOrder(tx, orderId);
    const before = await tx.ticketOrder.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
    if (remaining.some(({ checkedIn }) => checkedIn)) throw alreadyCheckedIn();
    await cancelOrderIn(site, tx, orderId);
    const after = await tx.ticketOrder.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
    if (after.status !== before.status) await queueOrderMail(site, tx, checkoutId);
  });
  await sendMailAndUpdatePayment(site, checkoutId);
}

/**
 * Cancels one attendee on behalf of an organizer, or the whole order if it has no other attendees. Throws `attendee_not_found`,
 * `already_checked_in`, `payment_under_way`.
 */
export async function cancelAttendeeByOrganizer(site: Site, attendeeId: number): Promise<void> {
  const stored = await site.db.prisma.attendee.findUnique({
    where: { id: attendeeId },
    select: { ticketId: true, postId: true, orderId: true, checkoutId: true },
  });
  if (!stored) throw attendeeNotFound();
  const { orderId, checkoutId, ticketId, postId } = stored;
  const items = orderId === null ? [] : await site.db.prisma.ticketOrderItem.findMany({ where: { orderId }, select: { ticketId: true } });
  await site.db.transaction(async (tx) => {
    const ticketIds = [...new Set([ticketId, ...items.map((item) => item.ticketId)])];
    await lockPlaces(tx, { ticketIds, postIds: postId === null ? [] : [postId] });
    if (checkoutId !== null) await lockCheckout(tx, checkoutId);
    const remaining = orderId === null ? await lockAttendeeWithoutOrder(tx, attendeeId) : await lockAttendeesOfOrder(tx, orderId);
    const attendee = remaining.find(({ id }) => id === attendeeId);
    if (!attendee) return;
    if (attendee.checkedIn) throw alreadyCheckedIn();
    if (orderId === null) await cancelRegistration(site, tx, attendee);
    else if (remaining.length === 1) await cancelOrderIn(site, tx, orderId);
    else await removeFromOrder(site, tx, orderId, attendee);
    await queueOrderMail(site, tx, checkoutId);
  });
  await sendMailAndUpdatePayment(site, checkoutId);
}

async function lockAttendeeWithoutOrder(tx: Tx, id: number): Promise<RemainingAttendee[]> {
  await lockAttendees(tx, { ids: [id] });
  return await tx.attendee.findMany({ where: { id, status: 'publish' }, select: remainingAttendee });
}
