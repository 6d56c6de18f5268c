import type { KeyOwner, SiteWithKeys } from '#app/core/secrets/key-owner.ts';
import { encryptString, deriveAesKey, decryptWithAnyKey } from '#app/core/secrets/encrypt.ts';

const deriveKey = (site: KeyOwner) => deriveAesKey(site.secretKey, 'analytics secret');

/** Encrypts a secret of the connector with the site's key. */
export function encryptSecret(site: KeyOwner, text: string): Buffer<ArrayBuffer> {
  return encryptString(deriveKey(site), text);
}

/** Decrypts a stored secret. Null if none of the site's keys can decrypt it. */
export function decryptSecret(site: SiteWithKeys, sealed: Uint8Array): string | null {
  try {
    return decryptWithAnyKey(site, deriveKey, sealed);
  } catch {
    return null;
  }
}
