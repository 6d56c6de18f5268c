import { now } from '#app/core/time/clock.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { processEach } from '#app/core/jobs/process-each.ts';
import type { Site } from '#app/site.ts';
import { lockAttendee } from '../attendee.reader.ts';
import { lockPlaces } from '../lock-order.ts';
import { releaseTakenPlaces } from '../places.ts';
import { offerReleasedPlaces } from '../waiting-list/offers.ts';
import { lockHold } from './hold.record.ts';
import { endHold } from './hold.service.ts';

const BATCH_SIZE = 500;

const isHoldGone = (error: unknown) => error instanceof Failure && error.code === 'hold_not_found';

/** Ends expired holds and offers. Returns the number of holds that it ended. */
export async function releaseExpiredHolds(site: Site): Promise<number> {
  const expired = await site.db.prisma.ticketHold.findMany({
    where: { expiresAt: { lte: now() } },
    select: { id: true, items: { select: { ticketId: true } } },
    orderBy: { id: 'asc' },
    take: BATCH_SIZE,
  });
  const released = await processEach(site, expired, 'an expired hold could not be released', async ({ id, items }) => {
    try {
      await site.db.transaction(async (tx) => {
        await lockPlaces(tx, { ticketIds: items.map(({ ticketId }) => ticketId) });
        await endHold(site, tx, await lockHold(tx, id), 'expired');
      });
      return true;
    } catch (error) {
      // released or used meanwhile
      if (isHoldGone(error)) return false;
      throw error;
    }
  });
  return released.filter(Boolean).length;
}

/** Releases the places of attendees whose payment is overdue (docs/behaviour/tickets.md 3). Returns the number of overdue attendees. */
export async function releaseUnpaidAttendees(site: Site): Promise<number> {
  const overdue = await site.db.prisma.attendee.findMany({
    where: { heldUntil: { lte: now() } },
    select: { id: true, ticketId: true },
    orderBy: { id: 'asc' },
    take: BATCH_SIZE,
  });
  await processEach(site, overdue, 'the places of an unpaid attendee could not be released', ({ id, ticketId }) =>
    site.db.transaction(async (tx) => {
      await lockPlaces(tx, { ticketIds: [ticketId] });
      await lockAttendee(tx, id);
      // skips attendees that were paid, extended or removed meanwhile
      const { count } = await tx.attendee.updateMany({
        where: { id, heldUntil: { lte: now() } },
        data: { holdsPlace: false, heldUntil: null, modifiedUtc: now() },
      });
      if (count === 0) return;
      await releaseTakenPlaces(tx, ticketId, 1);
      await offerReleasedPlaces(site, tx, { ticketIds: [ticketId] });
    }),
  );
  return overdue.length;
}
