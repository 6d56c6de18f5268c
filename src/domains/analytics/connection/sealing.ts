import type { Keeper, Keepers } from '#app/core/secrets/keeper.ts';
import { seal, sealingKey, unsealWithAny } from '#app/core/secrets/sealed.ts';

const keyOf = (site: Keeper) => sealingKey(site.secretKey, 'analytics secret');

/** Encrypts a secret of the connector with the site's key. */
export function sealSecret(site: Keeper, text: string): Buffer<ArrayBuffer> {
  return seal(keyOf(site), text);
}

/** Decrypts a stored secret. Returns null if none of the site's keys fits. */
export function openSecret(site: Keepers, sealed: Uint8Array): string | null {
  try {
    return unsealWithAny(site, keyOf, sealed);
  } catch {
    return null;
  }
}
