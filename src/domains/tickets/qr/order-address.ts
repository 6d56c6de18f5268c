import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** Nobody guesses 128 bits, and nothing has to be kept for it: a mail that is written later can name the address again. */
const proofOf = (site: Site, checkoutId: number) => keyedHash(site, 'order page', String(checkoutId)).slice(0, 32);

/** Path of the buyer's own page, where what came of a checkout is seen, cancelled and handed on. */
export function orderPath(site: Site, checkoutId: number): string {
  return `/orders/${checkoutId.toString(36)}-${proofOf(site, checkoutId)}`;
}
