import type { Row } from '#app/core/db/model.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../../tickets/attendee.reader.ts';
import type { AttendeeRecord } from '../../tickets/attendee.record.ts';
import { lockAttendees } from '../../tickets/lock-order.ts';
import { parseOrderToken } from '../../tickets/qr/order-path.ts';
import { orderNotFound } from '../checkout.failures.ts';
import { type CheckoutRecord, findCheckout } from '../checkout.record.ts';

/** A completed checkout with its order and attendees. */
export interface OrderDetailsRecord {
  checkout: CheckoutRecord;
  /** Null if nothing was sold, because registrations have no order. */
  order: (Row<'TicketOrder'> & { payment: Row<'Payment'> | null }) | null;
  /** All attendees of the checkout by ID, including removed ones. */
  attendees: AttendeeRecord[];
}

/** Returns the completed checkout for the token of an order page. Throws `order_not_found`. */
export async function getCompletedCheckout(site: Site, token: string): Promise<CheckoutRecord> {
  const id = parseOrderToken(site, token);
  const checkout = id === null ? null : await findCheckout(site, id);
  if (checkout?.state !== 'completed') throw orderNotFound();
  return checkout;
}

/** Reads the order and the attendees of a checkout. */
export async function readOrderDetails(site: Site, checkout: CheckoutRecord): Promise<OrderDetailsRecord> {
  const checkoutId = checkout.id;
  const [order, ids] = await Promise.all([
    site.db.prisma.ticketOrder.findUnique({ where: { checkoutId }, include: { payment: true } }),
    site.db.prisma.attendee.findMany({ where: { checkoutId }, select: { id: true } }),
  ]);
  const attendees = await loadAttendees(
    site,
    ids.map(({ id }) => id),
  );
  return { checkout, order, attendees: attendees.sort((a, b) => a.id - b.id) };
}

/** Columns that a cancellation needs. */
export const remainingAttendee = {
  id: true,
  ticketId: true,
  postId: true,
  orderId: true,
  orderStatus: true,
  checkedIn: true,
  pricePaidMinor: true,
  transferredUtc: true,
} as const;

const lockOrder = statement('lock_order_of_checkout', 'SELECT id FROM ticket_order WHERE checkout_id = $1 FOR UPDATE');

/** Locks the order of a checkout and returns the attendees who were not removed. The caller must have locked the tickets and the checkout. */
export async function lockRemainingAttendees(tx: Tx, checkoutId: number) {
  await executeIn(tx, lockOrder, checkoutId);
  const attendees = await tx.attendee.findMany({ where: { checkoutId }, select: { id: true } });
  // locks the attendees so that nobody is checked in during a cancellation
  await lockAttendees(tx, { ids: attendees.map(({ id }) => id) });
  return await tx.attendee.findMany({
    where: { checkoutId, status: 'publish' },
    select: remainingAttendee,
    orderBy: { id: 'asc' },
  });
}
