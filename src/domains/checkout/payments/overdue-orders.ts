import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import { processEach } from '#app/core/jobs/process-each.ts';
import type { Site } from '#app/site.ts';
import { queueOrderMail } from '../../tickets/cancelled-mail.ts';
import { lockOrderWithPlaces, updateOrderStatusIn } from '../../tickets/order.service.ts';
import { unpaidStatuses } from '../../tickets/statuses.ts';

const BATCH_SIZE = 50;

const buildOverdueCondition = () => ({ status: { in: [...unpaidStatuses] }, payUntilUtc: { lte: now() } });

/** Cancels an order unless it was settled or canceled meanwhile. Returns true if it canceled the order. */
async function cancelIfOverdue(site: Site, tx: Tx, id: number): Promise<boolean> {
  await lockOrderWithPlaces(tx, id);
  const order = await tx.ticketOrder.findFirst({ where: { id, ...buildOverdueCondition() }, select: { checkoutId: true } });
  if (!order) return false;
  await updateOrderStatusIn(site, tx, id, 'not-completed', 0);
  await queueOrderMail(site, tx, order.checkoutId);
  return true;
}

/**
 * Cancels orders whose deadline for a manual payment has passed. Offers the places to the waiting list and mails the buyers. An organizer can still
 * settle such an order if places are free. Returns the number of canceled orders, at most fifty.
 */
export async function cancelOverdueOrders(site: Site): Promise<number> {
  const orders = await site.db.prisma.ticketOrder.findMany({
    where: buildOverdueCondition(),
    select: { id: true },
    orderBy: { payUntilUtc: 'asc' },
    take: BATCH_SIZE,
  });
  const cancel = ({ id }: { id: number }) => site.db.transaction((tx) => cancelIfOverdue(site, tx, id));
  const cancelled = (await processEach(site, orders, 'an overdue order could not be canceled', cancel)).filter(Boolean).length;
  if (cancelled > 0) notifyMailQueued(site);
  return cancelled;
}
