import type { Site } from '#app/site.ts';

/** Whether a ticket that costs something is offered anywhere. */
export async function hasPaidTickets(site: Site): Promise<boolean> {
  const paid = await site.db.prisma.ticket.findFirst({ where: { priceMinor: { gt: 0 }, status: 'publish' }, select: { id: true } });
  return paid !== null;
}
