import { type Keeper, type Keepers, withAnyKey } from './keeper.ts';
import { keyedHash, sameText } from './keyed-hash.ts';

/**
 * Texts of addresses that open what a number names: the number, and a proof which only the site can make, `1a-0f…`. Nothing has to be kept for them, and
 * nobody guesses 128 bits. What a text is good for is said by its purpose; what makes it void, such as a code that changes, is part of what is proved.
 */
const FORM = /^([0-9a-z]{1,6})-([0-9a-f]{32})$/;

const proofOf = (site: Keeper, purpose: string, proved: string) => keyedHash(site, purpose, proved).slice(0, 32);

/** The text for a number. */
export function provedNumber(site: Keeper, purpose: string, id: number, proved: string): string {
  return `${id.toString(36)}-${proofOf(site, purpose, proved)}`;
}

/** The number that a text names, and the proof that it brings; null for every other text. */
export function readProvedNumber(text: string): { id: number; proof: string } | null {
  const [, digits = '', proof = ''] = FORM.exec(text) ?? [];
  const id = Number.parseInt(digits, 36);
  return id > 0 && id < 2 ** 31 ? { id, proof } : null;
}

/** Whether a proof is the site's own, in a time that tells nothing. */
export function isProved(site: Keepers, purpose: string, proved: string, proof: string): boolean {
  return withAnyKey(site, (keeper) => sameText(proofOf(keeper, purpose, proved), proof));
}
