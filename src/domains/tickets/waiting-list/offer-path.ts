import { isValidProof, createSignedId, readSignedId } from '#app/core/secrets/signed-id.ts';
import type { Site } from '#app/site.ts';

/** Purpose of the signature. The token of an entry is not stored, but the signed token can be created again for each mail. */
const PURPOSE = 'offer page';

/** Returns the path of the page where a person accepts the offer to a waiting list entry. */
export function buildOfferPath(site: Site, { id, keyHash }: { id: number; keyHash: string }): string {
  return `/offers/${createSignedId(site, PURPOSE, id, `${id} ${keyHash}`)}`;
}

/** Returns the ID of the entry whose offer page has the token, or null for an invalid token. */
export async function findEntryByOfferToken(site: Site, token: string): Promise<number | null> {
  const signed = readSignedId(token);
  if (!signed) return null;
  const entry = await site.db.prisma.waitingEntry.findUnique({ where: { id: signed.id }, select: { id: true, keyHash: true } });
  // checks the signature of unknown entries too, so that they take as long as wrong tokens
  return isValidProof(site, PURPOSE, `${entry?.id ?? 0} ${entry?.keyHash ?? ''}`, signed.proof) && entry ? entry.id : null;
}
