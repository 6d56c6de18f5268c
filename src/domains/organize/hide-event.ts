import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { loadEventsIn, lockEvents } from '#app/domains/events/event.reader.ts';
import { lockPlaces } from '#app/domains/tickets/lock-order.ts';
import { countValidTickets, hidesEvent } from '#app/domains/tickets/valid-tickets.ts';

const hasValidTickets = (ticketCount: number) =>
  new Failure(
    'event_has_valid_tickets',
    409,
    `This event has ${ticketCount} valid tickets. Cancel it with cancelEvent instead, which notifies the ticket holders and refunds payments.`,
  );

/**
 * Throws `event_has_valid_tickets` if the new status hides an event for which people have valid tickets (null = the events are deleted). First locks
 * the events and their places, so that no sale is completed between this check and the end of the transaction.
 */
export async function checkMayHide(tx: Tx, eventIds: readonly number[], status: string | null | undefined): Promise<void> {
  if (!hidesEvent('publish', status)) return;
  await lockEvents(tx, eventIds);
  const tickets = await tx.ticket.findMany({ where: { postId: { in: [...eventIds] } }, select: { id: true } });
  await lockPlaces(tx, { postIds: eventIds, ticketIds: tickets.map(({ id }) => id) });
  for (const event of await loadEventsIn(tx, eventIds)) {
    if (status !== null && !hidesEvent(event.status, status)) continue;
    const ticketCount = await countValidTickets(tx, event.id, now());
    if (ticketCount > 0) throw hasValidTickets(ticketCount);
  }
}
