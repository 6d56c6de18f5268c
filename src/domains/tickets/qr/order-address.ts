import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** Nobody guesses 128 bits, and nothing has to be kept for it: a mail that is written later can name the address again. */
const proofOf = (site: Site, checkoutId: number) => keyedHash(site, 'order page', String(checkoutId)).slice(0, 32);

/** Path of the buyer's own page, where what came of a checkout is seen, cancelled and handed on. */
export function orderPath(site: Site, checkoutId: number): string {
  return `/orders/${checkoutId.toString(36)}-${proofOf(site, checkoutId)}`;
}

const TOKEN = /^([0-9a-z]{1,6})-([0-9a-f]{32})$/;

/** Number of the checkout whose page has the token; null for every other text. */
export function checkoutOfToken(site: Site, token: string): number | null {
  const [, id = '', proof = ''] = TOKEN.exec(token) ?? [];
  const number = Number.parseInt(id, 36);
  const isRight = number > 0 && number < 2 ** 31 && number.toString(36) === id;
  return sameText(proofOf(site, isRight ? number : 0), proof) && isRight ? number : null;
}
