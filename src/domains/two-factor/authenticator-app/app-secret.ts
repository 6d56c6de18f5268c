import type { KeyOwner, KeyOwners } from '#app/core/secrets/key-owner.ts';
import { seal, deriveSealingKey, unsealWithAny } from '#app/core/secrets/seal.ts';

const deriveEncryptionKey = (site: KeyOwner, userId: number) => deriveSealingKey(site.secretKey, `authenticator app of ${userId}`);

/** Encrypts the secret of a user's app with a key that depends on the site and the user. */
export function sealAppSecret(site: KeyOwner, userId: number, secret: string): Buffer<ArrayBuffer> {
  return seal(deriveEncryptionKey(site, userId), secret);
}

/** Decrypts a stored secret. Returns null if it was encrypted with another key. */
export function decryptAppSecret(site: KeyOwners, userId: number, sealed: Uint8Array): string | null {
  try {
    return unsealWithAny(site, (keeper) => deriveEncryptionKey(keeper, userId), sealed);
  } catch {
    return null;
  }
}
