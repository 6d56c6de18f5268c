import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** The entry's own token is stored nowhere; this one can be written into a mail again. */
const proofOf = (site: Site, entryId: number, keyHash: string) => keyedHash(site, 'offer page', `${entryId} ${keyHash}`).slice(0, 32);

/** Path where somebody takes up what is offered to their entry of a waiting list. */
export function offerPath(site: Site, { id, keyHash }: { id: number; keyHash: string }): string {
  return `/offers/${id.toString(36)}-${proofOf(site, id, keyHash)}`;
}

const TOKEN = /^([0-9a-z]{1,6})-([0-9a-f]{32})$/;

/** Number of the entry whose address has the token; null for every other text. */
export async function entryOfOfferToken(site: Site, token: string): Promise<number | null> {
  const [, id, proof = ''] = TOKEN.exec(token) ?? [];
  const number = Number.parseInt(id ?? '', 36);
  if (!(number > 0) || number >= 2 ** 31) return null;
  const entry = await site.db.prisma.waitingEntry.findUnique({ where: { id: number }, select: { keyHash: true } });
  return sameText(proofOf(site, entry ? number : 0, entry?.keyHash ?? ''), proof) && entry ? number : null;
}
