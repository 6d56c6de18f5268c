import { isProved, provedNumber, readProvedNumber } from '#app/core/secrets/proved-number.ts';
import type { Site } from '#app/site.ts';

/** The entry's own token is stored nowhere; this one can be written into a mail again. */
const PURPOSE = 'offer page';

/** Path where someone takes up what is offered to their entry of a waiting list. */
export function offerPath(site: Site, { id, keyHash }: { id: number; keyHash: string }): string {
  return `/offers/${provedNumber(site, PURPOSE, id, `${id} ${keyHash}`)}`;
}

/** Number of the entry whose address has the token; null for every other text. */
export async function entryOfOfferToken(site: Site, token: string): Promise<number | null> {
  const read = readProvedNumber(token);
  if (!read) return null;
  const entry = await site.db.prisma.waitingEntry.findUnique({ where: { id: read.id }, select: { id: true, keyHash: true } });
  // unknown ones take as long as wrong ones
  return isProved(site, PURPOSE, `${entry?.id ?? 0} ${entry?.keyHash ?? ''}`, read.proof) && entry ? entry.id : null;
}
