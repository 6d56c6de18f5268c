import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';

const DAY_MS = 86_400_000;

/** The event to which codes are copied. */
export interface CodesTarget {
  eventId: number;
  /** Maps ticket IDs of the original event to those of the copy. */
  copiedTicketIds: ReadonlyMap<number, number>;
  /** Number of days between the events. Codes end later by the same number. */
  days: number;
}

/**
 * Copies the discount codes of an event to another one inside the caller's transaction. The copies start with no uses. Omits codes whose tickets have
 * no copy.
 */
export async function copyDiscountCodes(tx: Tx, fromId: number, { eventId, copiedTicketIds, days }: CodesTarget): Promise<void> {
  const codes = await tx.discountCode.findMany({ where: { eventId: fromId }, orderBy: { id: 'asc' } });
  const moment = now();
  const copies = codes.flatMap(({ id: _id, usedCount: _used, ...code }) => {
    const ticketIds = code.ticketIds.flatMap((id) => copiedTicketIds.get(id) ?? []);
    if (code.ticketIds.length > 0 && ticketIds.length === 0) return [];
    const endsAt = code.endsAt && new Date(code.endsAt.getTime() + days * DAY_MS);
    return [{ ...code, eventId, ticketIds, endsAt, createdUtc: moment, modifiedUtc: moment }];
  });
  if (copies.length > 0) await tx.discountCode.createMany({ data: copies });
}

/** True if an event has discount codes. */
export async function hasEventDiscountCodes(site: Site, eventId: number): Promise<boolean> {
  return (await site.db.prisma.discountCode.findFirst({ where: { eventId }, select: { id: true } })) !== null;
}
