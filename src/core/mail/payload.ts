import type { KeyOwner, KeyOwners } from '../secrets/key-owner.ts';
import { seal, deriveSealingKey, unsealWithAny } from '../secrets/seal.ts';

const deriveKey = (site: KeyOwner) => deriveSealingKey(site.secretKey, 'mail payload');

/** Encrypts the payload of a message in the outbox, because it may contain names or codes. */
export function sealPayload(site: KeyOwner, payload: unknown): Buffer<ArrayBuffer> {
  return seal(deriveKey(site), JSON.stringify(payload));
}

/** Decrypts the payload of a message. Returns null if the message has none, or if it has been deleted. */
export function openPayload(site: KeyOwners, sealed: Uint8Array | null): unknown {
  return sealed && (JSON.parse(unsealWithAny(site, deriveKey, sealed)) as unknown);
}
