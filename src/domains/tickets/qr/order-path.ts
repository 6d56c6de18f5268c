import { isValidProof, createSignedId, readSignedId } from '#app/core/secrets/signed-id.ts';
import type { Site } from '#app/site.ts';

/** Purpose of the signature. The path is derived from the ID, so that later mails can contain the same URL. */
const PURPOSE = 'order page';

/** Returns the path of the buyer's page, which shows a checkout and lets the buyer cancel and transfer its tickets. */
export function buildOrderPath(site: Site, checkoutId: number): string {
  return `/orders/${createSignedId(site, PURPOSE, checkoutId, String(checkoutId))}`;
}

/** Returns the ID of the checkout whose page has the token, or null for an invalid token. */
export function parseOrderToken(site: Site, token: string): number | null {
  const signed = readSignedId(token);
  if (!signed || !token.startsWith(`${signed.id.toString(36)}-`)) return null;
  return isValidProof(site, PURPOSE, String(signed.id), signed.proof) ? signed.id : null;
}
