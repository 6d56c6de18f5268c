import type { Keeper, Keepers } from '#app/core/secrets/keeper.ts';
import { seal, sealingKey, unsealWithAny } from '#app/core/secrets/sealed.ts';

const deriveKey = (site: Keeper) => sealingKey(site.secretKey, 'analytics secret');

/** Encrypts a secret of the connector with the site's key. */
export function sealSecret(site: Keeper, text: string): Buffer<ArrayBuffer> {
  return seal(deriveKey(site), text);
}

/** Decrypts a stored secret. Null if none of the site's keys can decrypt it. */
export function decryptSecret(site: Keepers, sealed: Uint8Array): string | null {
  try {
    return unsealWithAny(site, deriveKey, sealed);
  } catch {
    return null;
  }
}
