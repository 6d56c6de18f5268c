import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';

const DAY_MS = 86_400_000;

/** An event that gets the codes of another one. */
export interface CodesTarget {
  eventId: number;
  /** Numbers of its tickets by those of the tickets they were copied from. */
  tickets: ReadonlyMap<number, number>;
  /** By how many days it is later: its codes end as much later. */
  days: number;
}

/**
 * Copies the discount codes of an event to another one inside the caller's transaction, with limits of their own that nobody has used. A code for
 * tickets that have no copy is left out.
 */
export async function copyDiscountCodes(tx: Tx, fromId: number, { eventId, tickets, days }: CodesTarget): Promise<void> {
  const codes = await tx.discountCode.findMany({ where: { eventId: fromId }, orderBy: { id: 'asc' } });
  const moment = now();
  const copies = codes.flatMap(({ id: _id, usedCount: _used, ...code }) => {
    const ticketIds = code.ticketIds.flatMap((id) => tickets.get(id) ?? []);
    if (code.ticketIds.length > 0 && ticketIds.length === 0) return [];
    const endsAt = code.endsAt && new Date(code.endsAt.getTime() + days * DAY_MS);
    return [{ ...code, eventId, ticketIds, endsAt, createdUtc: moment, modifiedUtc: moment }];
  });
  if (copies.length > 0) await tx.discountCode.createMany({ data: copies });
}

/** Whether an event has discount codes. */
export async function hasCodes(site: Site, eventId: number): Promise<boolean> {
  return (await site.db.prisma.discountCode.findFirst({ where: { eventId }, select: { id: true } })) !== null;
}
