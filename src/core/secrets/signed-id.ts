import { type KeyOwner, type SiteWithKeys, matchesAnyKey } from './key-owner.ts';
import { createKeyedHash, areEqualInConstantTime } from './keyed-hash.ts';

/**
 * Format of a signed ID for links, such as `1a-0f…`: an ID, and a proof of 128 bits that only the site can create. Signed IDs need no storage.
 * `purpose` separates signed IDs for different uses. `provenText` contains the ID and any values, such as a code, whose change makes the signed ID
 * invalid.
 */
const SIGNED_ID = /^([0-9a-z]{1,6})-([0-9a-f]{32})$/;

const createProof = (site: KeyOwner, purpose: string, provenText: string) => createKeyedHash(site, purpose, provenText).slice(0, 32);

/** Returns the signed ID for an ID. */
export function createSignedId(site: KeyOwner, purpose: string, id: number, provenText: string): string {
  return `${id.toString(36)}-${createProof(site, purpose, provenText)}`;
}

/** Splits a signed ID into its ID and its proof, without verifying the proof. Returns null for a string that is not a signed ID. */
export function readSignedId(text: string): { id: number; proof: string } | null {
  const [, digits = '', proof = ''] = SIGNED_ID.exec(text) ?? [];
  const id = Number.parseInt(digits, 36);
  return id > 0 && id < 2 ** 31 ? { id, proof } : null;
}

/** True if a proof is valid. Compares in constant time. */
export function isValidProof(site: SiteWithKeys, purpose: string, provenText: string, proof: string): boolean {
  return matchesAnyKey(site, (owner) => areEqualInConstantTime(createProof(owner, purpose, provenText), proof));
}
