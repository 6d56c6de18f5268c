import type { KeyOwner, KeyOwners } from '#app/core/secrets/key-owner.ts';
import { seal, deriveSealingKey, unsealWithAny } from '#app/core/secrets/seal.ts';

const deriveKey = (site: KeyOwner) => deriveSealingKey(site.secretKey, 'analytics secret');

/** Encrypts a secret of the connector with the site's key. */
export function sealSecret(site: KeyOwner, text: string): Buffer<ArrayBuffer> {
  return seal(deriveKey(site), text);
}

/** Decrypts a stored secret. Null if none of the site's keys can decrypt it. */
export function decryptSecret(site: KeyOwners, sealed: Uint8Array): string | null {
  try {
    return unsealWithAny(site, deriveKey, sealed);
  } catch {
    return null;
  }
}
