import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import type { Tx } from '#app/core/db/database.ts';
import { statement } from '#app/core/db/statement.ts';
import { cancelAttendeeByOrganizer, cancelOrderByOrganizer } from '#app/domains/checkout/orders/cancel-by-organizer.ts';
import { updateEvent } from '#app/domains/events/calendar.service.ts';
import { CANCELLED, isEventCancelled, STATUS_FIELD } from '#app/domains/events/calendar/event-status.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { lockHold } from '#app/domains/tickets/holds/hold.record.ts';
import { endHold } from '#app/domains/tickets/holds/hold.service.ts';
import { lockPlaces } from '#app/domains/tickets/lock-order.ts';
import type { Site } from '#app/site.ts';
import { getOrganizedEvent } from './access.ts';
import { closeSale, listEventTickets } from './event-tickets.ts';

/** Consequences of cancelling an event. */
export interface EventCancellation {
  /** Number of people whose tickets are cancelled. */
  people: number;
  /** Paid amounts for these tickets by currency, in minor units. */
  refunds: { minor: bigint; currency: string }[];
}

const affectedAttendees = statement(
  'affected_by_cancelled_event',
  `SELECT a.id, a.order_id AS "orderId", a.currency, (CASE WHEN a.order_status = 'completed' THEN COALESCE(a.price_paid_minor, 0) ELSE 0 END)::text AS paid,
    a.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM attendee o WHERE o.order_id = a.order_id AND o.status = 'publish'
      AND (o.checked_in OR o.post_id IS DISTINCT FROM a.post_id)) AS "isWholeOrder"
  FROM attendee a WHERE a.post_id = $1 AND a.status = 'publish' AND a.order_status <> 'no' AND NOT a.checked_in ORDER BY a.id`,
  rowShape({ id: 'int', orderId: 'int?', currency: 'text', paid: 'text', isWholeOrder: 'bool' }),
);

/** Returns the consequences of cancelling the event now. Throws `forbidden` or `event_is_in_trash`. */
export async function previewCancellation(site: Site, viewer: Viewer, eventId: number): Promise<EventCancellation> {
  await getOrganizedEvent(site, viewer, eventId);
  const people = await site.db.rows(affectedAttendees, [eventId]);
  const sums = [...Map.groupBy(people, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    minor: group.reduce((sum, { paid }) => sum + BigInt(paid), 0n),
  }));
  return { people: people.length, refunds: sums.filter(({ minor }) => minor > 0n) };
}

/** Ends sales, waiting lists and open checkouts, and notifies people on waiting lists. */
async function endSales(site: Site, eventId: number): Promise<void> {
  const tickets = await listEventTickets(site, eventId);
  for (const { id } of tickets) await closeSale(site, id);
  const ticketIds = tickets.map(({ id }) => id);
  const holds = await site.db.prisma.ticketHold.findMany({
    where: { items: { some: { ticketId: { in: ticketIds } } } },
    select: { id: true, entryId: true, items: { select: { ticketId: true } } },
    orderBy: { id: 'asc' },
  });
  const queueEndedMail = async (tx: Tx, entryId: number) => await postMail(site, tx, { kind: 'waiting-ended', payload: { entryId } });
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds });
    const entries = await tx.waitingEntry.updateManyAndReturn({
      where: { ticketId: { in: ticketIds }, status: 'waiting' },
      data: { status: 'left', changedUtc: now() },
      select: { id: true },
    });
    for (const { id } of entries) await queueEndedMail(tx, id);
  });
  for (const { id, entryId, items } of holds)
    await site.db.transaction(async (tx) => {
      await lockPlaces(tx, { ticketIds: items.map(({ ticketId }) => ticketId) });
      if ((await tx.ticketHold.count({ where: { id } })) === 0) return;
      await endHold(site, tx, await lockHold(tx, id), 'left');
      if (entryId !== null) await queueEndedMail(tx, entryId);
    });
}

const isAlreadyHandled = (error: unknown) =>
  error instanceof Failure && ['order_not_found', 'attendee_not_found', 'already_checked_in'].includes(error.code);

/** Runs steps one by one. A refused step does not prevent the other steps. Throws the first refusal at the end. */
export async function runDespiteRefusals<T>(steps: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const refusals: Failure[] = [];
  for (const step of steps)
    try {
      results.push(await step());
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusals.push(error);
    }
  if (refusals[0]) throw refusals[0];
  return results;
}

/**
 * Cancels an event. It stays visible as cancelled, its sales end, and all tickets or whole orders are cancelled. Checked-in people keep their
 * tickets. Notifies buyers and holders. Payments become due for refund; providers refund online payments. Uses one transaction for each order. A
 * second call continues an interrupted cancellation. Returns what was cancelled. Throws `forbidden`, `event_is_in_trash`, or, after all other
 * cancellations, `payment_under_way` for an order that includes other events and is being paid.
 */
export async function cancelEvent(site: Site, viewer: Viewer, eventId: number): Promise<EventCancellation> {
  const event = await getOrganizedEvent(site, viewer, eventId);
  if (!isEventCancelled(event)) {
    const input = { customFields: { [STATUS_FIELD]: CANCELLED } };
    await updateEvent(site, viewer, eventId, input, { whenReversed: 'clamp', argument: 'event' });
  }
  await endSales(site, eventId);
  const cancelled = await previewCancellation(site, viewer, eventId);
  const people = await site.db.rows(affectedAttendees, [eventId]);
  const orders = new Set(people.flatMap(({ orderId, isWholeOrder }) => (isWholeOrder && orderId !== null ? [orderId] : [])));
  const cancellations = [
    ...[...orders].map((id) => () => cancelOrderByOrganizer(site, id)),
    ...people
      .filter(({ orderId, isWholeOrder }) => orderId === null || !isWholeOrder)
      .map(
        ({ id }) =>
          () =>
            cancelAttendeeByOrganizer(site, id),
      ),
  ];
  await runDespiteRefusals(
    cancellations.map((cancel) => async () => {
      await cancel().catch((error: unknown) => {
        // cancelled or checked in meanwhile
        if (!isAlreadyHandled(error)) throw error;
      });
    }),
  );
  return cancelled;
}
