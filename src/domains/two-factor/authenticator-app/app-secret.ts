import type { Keeper, Keepers } from '#app/core/secrets/keeper.ts';
import { seal, sealingKey, unsealWithAny } from '#app/core/secrets/sealed.ts';

const deriveEncryptionKey = (site: Keeper, userId: number) => sealingKey(site.secretKey, `authenticator app of ${userId}`);

/** Encrypts the secret of a user's app with a key that depends on the site and the user. */
export function sealAppSecret(site: Keeper, userId: number, secret: string): Buffer<ArrayBuffer> {
  return seal(deriveEncryptionKey(site, userId), secret);
}

/** Decrypts a stored secret; null if the site's key has changed. */
export function decryptAppSecret(site: Keepers, userId: number, sealed: Uint8Array): string | null {
  try {
    return unsealWithAny(site, (keeper) => deriveEncryptionKey(keeper, userId), sealed);
  } catch {
    return null;
  }
}
