import type { KeyOwner, SiteWithKeys } from '#app/core/secrets/key-owner.ts';
import { encryptString, deriveAesKey, decryptWithAnyKey } from '#app/core/secrets/encrypt.ts';

const deriveEncryptionKey = (site: KeyOwner, userId: number) => deriveAesKey(site.secretKey, `authenticator app of ${userId}`);

/** Encrypts the secret of a user's app with a key that depends on the site and the user. */
export function sealAppSecret(site: KeyOwner, userId: number, secret: string): Buffer<ArrayBuffer> {
  return encryptString(deriveEncryptionKey(site, userId), secret);
}

/** Decrypts a stored secret. Returns null if it was encrypted with another key. */
export function decryptAppSecret(site: SiteWithKeys, userId: number, sealed: Uint8Array): string | null {
  try {
    return decryptWithAnyKey(site, (keyOwner) => deriveEncryptionKey(keyOwner, userId), sealed);
  } catch {
    return null;
  }
}
