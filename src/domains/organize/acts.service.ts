import { minorDigits } from '#app/core/money/currency.ts';
import { Failure, invalid, invalidArguments, notFound } from '#app/core/failures/failure.ts';
import { cancelAttendeeForBuyer, cancelOrderForBuyer } from '#app/domains/checkout/orders/cancel-for-buyer.ts';
import { refundOrder, type SettledRefund, recordManualRefund } from '#app/domains/checkout/payments/refund-order.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { changeAttendee } from '#app/domains/tickets/attendee.service.ts';
import { loadAttendees } from '#app/domains/tickets/attendee.reader.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { readPrice, typedPrice } from '#app/domains/tickets/money.rules.ts';
import { updateOrderStatus } from '#app/domains/tickets/order.service.ts';
import { isCompleted } from '#app/domains/tickets/statuses.ts';
import type { Site } from '#app/site.ts';
import { checkOrganizesAttendee, checkOrganizesOrder } from './access.ts';

/**
 * Notes that an order which is paid by hand (at the door, by transfer) has been paid: its tickets count and are mailed. Repeating it changes
 * nothing. Throws `forbidden`, `order_not_found`, `payment_elsewhere` for what a provider settles, `invalid_order_transition`.
 */
export async function markOrderPaid(site: Site, viewer: Viewer, orderId: number): Promise<void> {
  await checkOrganizesOrder(site, viewer, orderId);
  const order = await site.db.prisma.ticketOrder.findUnique({
    where: { id: orderId },
    select: { status: true, payment: { select: { state: true } } },
  });
  if (!order) throw notFound('order_not_found', 'There is no such order.');
  if (order.status === 'completed') return;
  if (order.payment?.state === 'open') throw new Failure('payment_elsewhere', 409, 'This order is paid online: its provider says when.');
  await updateOrderStatus(site, orderId, 'completed', viewer.id);
}

/**
 * Reads an amount in the currency of an order, in minor units. Throws `forbidden`, `order_not_found`, `invalid_arguments` for what is not a number,
 * or finer than the currency. `isTyped` reads what people type into forms, such as `12,50`.
 */
export async function amountOfOrder(
  site: Site,
  viewer: Viewer,
  orderId: number,
  text: string,
  { isTyped = false }: { isTyped?: boolean } = {},
): Promise<bigint> {
  await checkOrganizesOrder(site, viewer, orderId);
  const order = await site.db.prisma.ticketOrder.findUnique({ where: { id: orderId }, select: { currency: true } });
  if (!order) throw notFound('order_not_found', 'There is no such order.');
  const written = isTyped ? typedPrice(text, order.currency) : text;
  const price = written === null || written.trim() === '' ? null : readPrice(written, order.currency);
  if (price) return price.minor;
  const digits = minorDigits(order.currency);
  throw invalidArguments({ amount: `An amount is a positive number with at most ${digits} digits after the point in ${order.currency}.` });
}

/** Gives money of an order back as its organizer; see `refundOrder`. Throws `forbidden`, too. */
export async function refundOrganizedOrder(site: Site, viewer: Viewer, orderId: number, amountMinor: bigint | 'all'): Promise<void> {
  await checkOrganizesOrder(site, viewer, orderId);
  await refundOrder(site, orderId, amountMinor);
}

/** Records as its organizer that what is due of an order was given back by hand; see `recordManualRefund`. Throws `forbidden`, too. */
export async function settleOrganizedRefund(
  site: Site,
  viewer: Viewer,
  orderId: number,
  settled: Omit<SettledRefund, 'userId'>,
): Promise<void> {
  await checkOrganizesOrder(site, viewer, orderId);
  await recordManualRefund(site, orderId, { ...settled, userId: viewer.id });
}

/** Takes back an order as its organizer; see `cancelOrderForBuyer`. Throws `forbidden`, too. */
export async function cancelOrganizedOrder(site: Site, viewer: Viewer, orderId: number): Promise<void> {
  await checkOrganizesOrder(site, viewer, orderId);
  await cancelOrderForBuyer(site, orderId);
}

/** Takes one attendee off the list as organizer; see `cancelAttendeeForBuyer`. Throws `forbidden`, too. */
export async function cancelOrganizedAttendee(site: Site, viewer: Viewer, attendeeId: number): Promise<void> {
  await checkOrganizesAttendee(site, viewer, attendeeId);
  await cancelAttendeeForBuyer(site, attendeeId);
}

async function attendeeOf(site: Site, viewer: Viewer, id: number): Promise<AttendeeRecord> {
  await checkOrganizesAttendee(site, viewer, id);
  const [attendee] = await loadAttendees(site, [id]);
  if (!attendee) throw notFound('attendee_not_found', 'There is no such attendee.');
  return attendee;
}

/** Mails an attendee the ticket once more. Throws `forbidden`, `attendee_not_found`, `ticket_not_valid` for one that lets nobody in. */
export async function resendTicket(site: Site, viewer: Viewer, attendeeId: number): Promise<AttendeeRecord> {
  const attendee = await attendeeOf(site, viewer, attendeeId);
  if (attendee.status !== 'publish' || !isCompleted(attendee.provider, attendee.orderStatus))
    throw invalid('ticket_not_valid', 'This ticket lets nobody in: it is not paid, or was taken back.');
  return await changeAttendee(site, attendee, { sendsTicket: true }, viewer.id);
}

/** Takes a check-in back. Throws `forbidden`, `attendee_not_found`. */
export async function undoAttendance(site: Site, viewer: Viewer, attendeeId: number): Promise<AttendeeRecord> {
  return await changeAttendee(site, await attendeeOf(site, viewer, attendeeId), { isCheckedIn: false }, viewer.id);
}
