import type { KeyOwner, SiteWithKeys } from '../secrets/key-owner.ts';
import { encryptString, deriveAesKey, decryptWithAnyKey } from '../secrets/encrypt.ts';

const deriveKey = (site: KeyOwner) => deriveAesKey(site.secretKey, 'mail payload');

/** Encrypts the payload of a message in the outbox, because it may contain names or codes. */
export function sealPayload(site: KeyOwner, payload: unknown): Buffer<ArrayBuffer> {
  return encryptString(deriveKey(site), JSON.stringify(payload));
}

/** Decrypts the payload of a message. Returns null if the message has none, or if it has been deleted. */
export function openPayload(site: SiteWithKeys, sealed: Uint8Array | null): unknown {
  return sealed && (JSON.parse(decryptWithAnyKey(site, deriveKey, sealed)) as unknown);
}
