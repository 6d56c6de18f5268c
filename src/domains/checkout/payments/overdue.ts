import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { lockOrderWithPlaces, moveOrder } from '../../tickets/order.service.ts';
import { unpaidStatuses } from '../../tickets/statuses.ts';

const BATCH_SIZE = 50;

const overdue = () => ({ status: { in: [...unpaidStatuses] }, payUntilUtc: { lte: now() } });

/** Releases the places of one order, unless it was settled or canceled meanwhile. */
async function lapse(site: Site, tx: Tx, id: number): Promise<boolean> {
  await lockOrderWithPlaces(tx, id);
  const order = await tx.ticketOrder.findFirst({ where: { id, ...overdue() }, select: { checkoutId: true } });
  if (!order) return false;
  await moveOrder(site, tx, id, 'not-completed', 0);
  if (order.checkoutId !== null) await postMail(site, tx, { kind: 'order', payload: { checkoutId: order.checkoutId } });
  return true;
}

/**
 * Cancels orders whose deadline for a payment by hand has passed. Offers the places to the waiting list and mails the buyers. An organizer can still
 * settle such an order if places are free. Returns their number, at most fifty.
 */
export async function lapseOverdue(site: Site): Promise<number> {
  const found = await site.db.prisma.ticketOrder.findMany({
    where: overdue(),
    select: { id: true },
    orderBy: { payUntilUtc: 'asc' },
    take: BATCH_SIZE,
  });
  let lapsed = 0;
  for (const { id } of found) if (await site.db.transaction((tx) => lapse(site, tx, id))) lapsed += 1;
  if (lapsed > 0) notifyMailQueued(site);
  return lapsed;
}
