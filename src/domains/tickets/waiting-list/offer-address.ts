import { isValidProof, signedId, readSignedId } from '#app/core/secrets/signed-id.ts';
import type { Site } from '#app/site.ts';

/** The token of the entry is not stored, but this one can be created again for each mail. */
const PURPOSE = 'offer page';

/** Returns the path where a person accepts the offer to a waiting list entry. */
export function offerPath(site: Site, { id, keyHash }: { id: number; keyHash: string }): string {
  return `/offers/${signedId(site, PURPOSE, id, `${id} ${keyHash}`)}`;
}

/** Returns the ID of the entry whose address has the token; null for other texts. */
export async function entryOfOfferToken(site: Site, token: string): Promise<number | null> {
  const read = readSignedId(token);
  if (!read) return null;
  const entry = await site.db.prisma.waitingEntry.findUnique({ where: { id: read.id }, select: { id: true, keyHash: true } });
  // unknown tokens take as long as wrong ones
  return isValidProof(site, PURPOSE, `${entry?.id ?? 0} ${entry?.keyHash ?? ''}`, read.proof) && entry ? entry.id : null;
}
