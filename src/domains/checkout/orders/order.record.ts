import type { Row } from '#app/core/db/model.ts';
import type { Tx } from '#app/core/db/database.ts';
import { runIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../../tickets/attendee.reader.ts';
import type { AttendeeRecord } from '../../tickets/attendee.record.ts';
import { lockAttendees } from '../../tickets/lock-order.ts';
import { checkoutOfToken } from '../../tickets/qr/order-address.ts';
import { noOrder } from '../checkout.failures.ts';
import { type CheckoutRecord, findCheckout } from '../checkout.record.ts';

/** What a completed checkout came to. */
export interface BoughtRecord {
  checkout: CheckoutRecord;
  /** Null where nothing was sold: registrations have no order. */
  order: (Row<'TicketOrder'> & { payment: Row<'Payment'> | null }) | null;
  /** Everybody who got a place by it, by number; those who were taken off the list as well. */
  attendees: AttendeeRecord[];
}

/** The completed checkout behind the token of a buyer's page. Throws `order_not_found`. */
export async function boughtCheckout(site: Site, token: string): Promise<CheckoutRecord> {
  const id = checkoutOfToken(site, token);
  const checkout = id === null ? null : await findCheckout(site, id);
  if (checkout?.state !== 'completed') throw noOrder();
  return checkout;
}

/** What the checkout came to. */
export async function readBought(site: Site, checkout: CheckoutRecord): Promise<BoughtRecord> {
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

const lockOrder = statement('lock_order_of_checkout', 'SELECT id FROM ticket_order WHERE checkout_id = $1 FOR UPDATE');

/** Those of the checkout who were not taken off the list, locked with their order; their tickets and the checkout must be locked before. */
export async function attendeesLeft(tx: Tx, checkoutId: number) {
  await runIn(tx, lockOrder, checkoutId);
  const all = await tx.attendee.findMany({ where: { checkoutId }, select: { id: true } });
  // nobody is let in meanwhile who gives the place back
  await lockAttendees(tx, { ids: all.map(({ id }) => id) });
  return await tx.attendee.findMany({
    where: { checkoutId, status: 'publish' },
    select: {
      id: true,
      ticketId: true,
      postId: true,
      orderId: true,
      orderStatus: true,
      checkedIn: true,
      pricePaidMinor: true,
      transferredUtc: true,
    },
    orderBy: { id: 'asc' },
  });
}
