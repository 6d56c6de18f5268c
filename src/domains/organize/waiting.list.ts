import { type Page, getPageOffset } from '#app/core/db/page.ts';
import { countWaitingEntries, listWaitingEntries, type WaitingEntryRecord } from '#app/domains/tickets/waiting-list/waiting.service.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';

/** An entry of a waiting list with its offer. */
export type WaitingEntryWithOffer = WaitingEntryRecord & { hold: { expiresAt: Date } | null };

/**
 * Returns a page of an event's waiting list, including entries with an offer, in the order in which places are offered. `selection` selects the
 * fields.
 */
export async function listEventWaitingEntries(
  site: Site,
  eventId: number,
  options: { page: number; perPage: number },
  selection: Pick<Prisma.WaitingEntryFindManyArgs, 'include' | 'select'> = { include: { hold: { select: { expiresAt: true } } } },
): Promise<Page<WaitingEntryWithOffer>> {
  const filter = { postId: eventId };
  const total = await countWaitingEntries(site, filter);
  const nodes = await listWaitingEntries(site, filter, { ...selection, skip: getPageOffset(options), take: options.perPage });
  return { total, totalPages: Math.ceil(total / options.perPage), nodes: nodes as WaitingEntryWithOffer[] };
}
