import { isProved, provedNumber, readProvedNumber } from '#app/core/secrets/proved-number.ts';
import type { Site } from '#app/site.ts';

/** A mail that is written later can name the address again: it follows from the number. */
const PURPOSE = 'order page';

/** Path of the buyer's own page, where what came of a checkout is seen, cancelled and handed on. */
export function orderPath(site: Site, checkoutId: number): string {
  return `/orders/${provedNumber(site, PURPOSE, checkoutId, String(checkoutId))}`;
}

/** Number of the checkout whose page has the token; null for every other text. */
export function checkoutOfToken(site: Site, token: string): number | null {
  const read = readProvedNumber(token);
  if (!read || !token.startsWith(`${read.id.toString(36)}-`)) return null;
  return isProved(site, PURPOSE, String(read.id), read.proof) ? read.id : null;
}
