import { loadAttendees } from '../attendee.reader.ts';
import type { AttendeeRecord } from '../attendee.record.ts';
import { updateOrderStatus } from '../order.service.ts';
import { getTicketState } from '../qr/ticket-sheet.ts';
import { unpaidStatuses } from '../statuses.ts';
import type { Site } from '#app/site.ts';
import type { Admission, Door } from './admission.ts';

/** Amount to pay for a whole order, in minor units. */
export interface AmountToPay {
  minor: bigint;
  currency: string;
}

const unpaidOrders = { gateway: 'manual', status: { in: [...unpaidStatuses] } };

/** Returns the amounts that these attendees can pay at the door, by order ID. Omits paid orders and orders that use a payment provider. */
export async function findAmountsToPay(site: Site, attendees: readonly AttendeeRecord[]): Promise<ReadonlyMap<number, AmountToPay>> {
  const ids = attendees.flatMap((attendee) =>
    getTicketState(attendee) === 'pending' && attendee.orderId !== null ? [attendee.orderId] : [],
  );
  if (ids.length === 0) return new Map();
  const select = { id: true, totalMinor: true, currency: true };
  const orders = await site.db.prisma.ticketOrder.findMany({ where: { id: { in: ids }, ...unpaidOrders }, select });
  return new Map(orders.map(({ id, totalMinor, currency }) => [id, { minor: totalMinor, currency }]));
}

/**
 * Records that the order of an attendee was paid at the door. Its tickets become valid and are mailed, and its attendees can be checked in.
 * Idempotent. Does not change canceled orders or orders that a payment provider settles.
 */
export async function recordDoorPayment(site: Site, { postId, viewer }: Door, attendeeId: number): Promise<Admission> {
  const [attendee] = await loadAttendees(site, [attendeeId]);
  if (!attendee) return { outcome: 'unknown', attendee: null };
  if (attendee.postId !== postId) return { outcome: 'elsewhere', attendee };
  const [orderId] = (await findAmountsToPay(site, [attendee])).keys();
  if (orderId !== undefined) await updateOrderStatus(site, orderId, 'completed', viewer.id);
  const [updated] = await loadAttendees(site, [attendeeId]);
  if (!updated) return { outcome: 'unknown', attendee: null };
  return { outcome: getTicketState(updated) === 'good' ? 'paid' : 'invalid', attendee: updated };
}
