import type { Site } from '#app/site.ts';

/** True if any ticket with a price is on offer. */
export async function hasPaidTickets(site: Site): Promise<boolean> {
  const paid = await site.db.prisma.ticket.findFirst({ where: { priceMinor: { gt: 0 }, status: 'publish' }, select: { id: true } });
  return paid !== null;
}
