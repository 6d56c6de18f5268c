import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { lockAttendees, lockPlaces, lockTicketOrder } from '../../tickets/lock-order.ts';
import { updatePaymentOfOrder } from '../payments/ask.ts';
import { noAttendee, noOrder } from '../checkout.failures.ts';
import { checkoutForChange } from '../checkout.record.ts';
import { cancelOneOfSale, cancelRegistration, cancelSale, type RemainingAttendee } from './cancel.ts';
import { alreadyCheckedIn } from './cancellation.rules.ts';

const facts = {
  id: true,
  ticketId: true,
  postId: true,
  orderId: true,
  orderStatus: true,
  checkedIn: true,
  pricePaidMinor: true,
  transferredUtc: true,
} as const;

/** Locks and returns the remaining attendees of an order. The caller has locked the tickets and the checkout. */
async function remainingOfOrder(tx: Tx, orderId: number): Promise<RemainingAttendee[]> {
  await lockTicketOrder(tx, orderId);
  await lockAttendees(tx, { orderId });
  return await tx.attendee.findMany({ where: { orderId, status: 'publish' }, select: facts, orderBy: { id: 'asc' } });
}

/** Queues a mail about the changed order inside the caller's transaction. */
async function tell(site: Site, tx: Tx, checkoutId: number | null): Promise<void> {
  if (checkoutId !== null) await postMail(site, tx, { kind: 'order', payload: { checkoutId } });
}

async function afterwards(site: Site, checkoutId: number | null): Promise<void> {
  notifyMailQueued(site);
  if (checkoutId !== null) await updatePaymentOfOrder(site, checkoutId);
}

/**
 * Cancels a whole order on behalf of an organizer, without a time limit. One transaction offers the places to the waiting list, starts the refund of an online
 * payment, and mails the buyer. The caller checks permissions. Repeating it changes nothing. Throws `order_not_found`, `already_checked_in`.
 */
export async function cancelOrderForBuyer(site: Site, orderId: number): Promise<void> {
  const known = await site.db.prisma.ticketOrder.findUnique({
    where: { id: orderId },
    select: { checkoutId: true, items: { select: { ticketId: true } } },
  });
  if (!known) throw noOrder();
  const { checkoutId, items } = known;
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: items.map(({ ticketId }) => ticketId) });
    if (checkoutId !== null) await checkoutForChange(tx, checkoutId);
    const left = await remainingOfOrder(tx, orderId);
    const before = await tx.ticketOrder.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
    if (left.some(({ checkedIn }) => checkedIn)) throw alreadyCheckedIn();
    await cancelSale(site, tx, orderId);
    const after = await tx.ticketOrder.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
    if (after.status !== before.status) await tell(site, tx, checkoutId);
  });
  await afterwards(site, checkoutId);
}

/** Cancels one attendee on behalf of an organizer. The last attendee of an order cancels the order. Throws `attendee_not_found`, `already_checked_in`, `payment_under_way`. */
export async function cancelAttendeeForBuyer(site: Site, attendeeId: number): Promise<void> {
  const known = await site.db.prisma.attendee.findUnique({
    where: { id: attendeeId },
    select: { ticketId: true, postId: true, orderId: true, checkoutId: true },
  });
  if (!known) throw noAttendee();
  const { orderId, checkoutId, ticketId, postId } = known;
  const items = orderId === null ? [] : await site.db.prisma.ticketOrderItem.findMany({ where: { orderId }, select: { ticketId: true } });
  await site.db.transaction(async (tx) => {
    const ticketIds = [...new Set([ticketId, ...items.map((item) => item.ticketId)])];
    await lockPlaces(tx, { ticketIds, postIds: postId === null ? [] : [postId] });
    if (checkoutId !== null) await checkoutForChange(tx, checkoutId);
    const left = orderId === null ? await leftAlone(tx, attendeeId) : await remainingOfOrder(tx, orderId);
    const attendee = left.find(({ id }) => id === attendeeId);
    if (!attendee) return;
    if (attendee.checkedIn) throw alreadyCheckedIn();
    if (orderId === null) await cancelRegistration(site, tx, attendee);
    else if (left.length === 1) await cancelSale(site, tx, orderId);
    else await cancelOneOfSale(site, tx, orderId, attendee);
    await tell(site, tx, checkoutId);
  });
  await afterwards(site, checkoutId);
}

async function leftAlone(tx: Tx, id: number): Promise<RemainingAttendee[]> {
  await lockAttendees(tx, { ids: [id] });
  return await tx.attendee.findMany({ where: { id, status: 'publish' }, select: facts });
}
