import { type KeyOwner, type KeyOwners, matchesAnyKey } from './key-owner.ts';
import { keyedHash, areEqualTexts } from './keyed-hash.ts';

/**
 * Format of signed IDs for links: an ID and a proof of 128 bits that only the site can create, `1a-0f…`. Signed IDs need no storage. The purpose restricts
 * their use. The proven text includes values whose change invalidates a signed ID, such as a code.
 */
const SIGNED_ID = /^([0-9a-z]{1,6})-([0-9a-f]{32})$/;

const createProof = (site: KeyOwner, purpose: string, provenText: string) => keyedHash(site, purpose, provenText).slice(0, 32);

/** Returns the signed text of an ID. */
export function createSignedId(site: KeyOwner, purpose: string, id: number, provenText: string): string {
  return `${id.toString(36)}-${createProof(site, purpose, provenText)}`;
}

/** Returns the ID and the proof in a signed text; null for other texts. Does not verify the proof. */
export function readSignedId(text: string): { id: number; proof: string } | null {
  const [, digits = '', proof = ''] = SIGNED_ID.exec(text) ?? [];
  const id = Number.parseInt(digits, 36);
  return id > 0 && id < 2 ** 31 ? { id, proof } : null;
}

/** True if a proof is valid; compared in constant time. */
export function isValidProof(site: KeyOwners, purpose: string, provenText: string, proof: string): boolean {
  return matchesAnyKey(site, (keeper) => areEqualTexts(createProof(keeper, purpose, provenText), proof));
}
