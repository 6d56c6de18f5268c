import type { Site } from '#app/site.ts';

/** True if the site has a published ticket with a price. */
export async function hasPaidTickets(site: Site): Promise<boolean> {
  const paid = await site.db.prisma.ticket.findFirst({ where: { priceMinor: { gt: 0 }, status: 'publish' }, select: { id: true } });
  return paid !== null;
}
