import { getMinorDigits } from '#app/core/money/currency.ts';
import { Failure, invalid, invalidArguments, notFound } from '#app/core/failures/failure.ts';
import { cancelAttendeeByOrganizer, cancelOrderByOrganizer } from '#app/domains/checkout/orders/cancel-by-organizer.ts';
import { refundOrder, type ManualRefund, type RefundState, recordManualRefund } from '#app/domains/checkout/payments/refund-order.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { changeAttendee } from '#app/domains/tickets/attendee.service.ts';
import { loadAttendees } from '#app/domains/tickets/attendee.reader.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { parseDecimalPrice, parseTypedPrice } from '#app/domains/tickets/money.rules.ts';
import { updateOrderStatus } from '#app/domains/tickets/order.service.ts';
import { canEnter } from '#app/domains/tickets/statuses.ts';
import type { Site } from '#app/site.ts';
import { checkOrganizesAttendee, checkOrganizesOrder } from './access.ts';

/**
 * Marks an order with manual payment (at the door, by transfer) as paid: its tickets become valid and are mailed. Idempotent. Throws
 * `forbidden`, `order_not_found`, `payment_elsewhere` if a payment provider settles the order, or `invalid_order_transition`.
 */
export async function markOrderPaid(site: Site, viewer: Viewer, orderId: number): Promise<void> {
  await checkOrganizesOrder(site, viewer, orderId);
  const order = await site.db.prisma.ticketOrder.findUnique({
    where: { id: orderId },
    select: { status: true, payment: { select: { state: true } } },
  });
  if (!order) throw notFound('order_not_found', 'There is no such order.');
  if (order.status === 'completed') return;
  if (order.payment?.state === 'open')
    throw new Failure('payment_elsewhere', 409, 'This order is being paid online. The payment provider settles it.');
  await updateOrderStatus(site, orderId, 'completed', viewer.id);
}

/**
 * Parses an amount in the currency of an order to minor units. With `isTyped`, also accepts what people type into forms, such as `12,50`. Throws
 * `forbidden`, `order_not_found`, or `invalid_arguments` if it is not a number or has too many decimals.
 */
export async function readAmountOfOrder(
  site: Site,
  viewer: Viewer,
  orderId: number,
  text: string,
  { isTyped = false }: { isTyped?: boolean } = {},
): Promise<bigint> {
  await checkOrganizesOrder(site, viewer, orderId);
  const order = await site.db.prisma.ticketOrder.findUnique({ where: { id: orderId }, select: { currency: true } });
  if (!order) throw notFound('order_not_found', 'There is no such order.');
  const decimal = isTyped ? parseTypedPrice(text, order.currency) : text;
  const price = decimal === null || decimal.trim() === '' ? null : parseDecimalPrice(decimal, order.currency);
  if (price) return price.minor;
  const digits = getMinorDigits(order.currency);
  throw invalidArguments({ amount: `Enter a positive number with at most ${digits} decimals, in ${order.currency}.` });
}

/** Refunds an order as its organizer; see `refundOrder`. Also throws `forbidden`. */
export async function refundOrderAsOrganizer(
  site: Site,
  viewer: Viewer,
  orderId: number,
  amountMinor: bigint | 'all',
): Promise<RefundState> {
  await checkOrganizesOrder(site, viewer, orderId);
  return await refundOrder(site, orderId, amountMinor);
}

/** Records a manual refund of the amount due as the order's organizer; see `recordManualRefund`. Also throws `forbidden`. */
export async function recordRefundAsOrganizer(
  site: Site,
  viewer: Viewer,
  orderId: number,
  refund: Omit<ManualRefund, 'userId'>,
): Promise<void> {
  await checkOrganizesOrder(site, viewer, orderId);
  await recordManualRefund(site, orderId, { ...refund, userId: viewer.id });
}

/** Cancels an order as its organizer; see `cancelOrderByOrganizer`. Also throws `forbidden`. */
export async function cancelOrderAsOrganizer(site: Site, viewer: Viewer, orderId: number): Promise<void> {
  await checkOrganizesOrder(site, viewer, orderId);
  await cancelOrderByOrganizer(site, orderId);
}

/** Cancels an attendee as the organizer of the event; see `cancelAttendeeByOrganizer`. Also throws `forbidden`. */
export async function cancelOrganizedAttendee(site: Site, viewer: Viewer, attendeeId: number): Promise<void> {
  await checkOrganizesAttendee(site, viewer, attendeeId);
  await cancelAttendeeByOrganizer(site, attendeeId);
}

async function getOrganizedAttendee(site: Site, viewer: Viewer, id: number): Promise<AttendeeRecord> {
  await checkOrganizesAttendee(site, viewer, id);
  const [attendee] = await loadAttendees(site, [id]);
  if (!attendee) throw notFound('attendee_not_found', 'There is no such attendee.');
  return attendee;
}

/** Mails the ticket to an attendee again. Throws `forbidden`, `attendee_not_found`, or `ticket_not_valid` if it is unpaid or cancelled. */
export async function resendTicket(site: Site, viewer: Viewer, attendeeId: number): Promise<AttendeeRecord> {
  const attendee = await getOrganizedAttendee(site, viewer, attendeeId);
  if (attendee.status !== 'publish' || !canEnter(attendee.provider, attendee.orderStatus))
    throw invalid('ticket_not_valid', 'This ticket is not valid: it is unpaid or was cancelled.');
  return await changeAttendee(site, attendee, { sendsTicket: true }, viewer.id);
}

/** Undoes a check-in. Throws `forbidden` or `attendee_not_found`. */
export async function undoCheckInAsOrganizer(site: Site, viewer: Viewer, attendeeId: number): Promise<AttendeeRecord> {
  return await changeAttendee(site, await getOrganizedAttendee(site, viewer, attendeeId), { isCheckedIn: false }, viewer.id);
}
