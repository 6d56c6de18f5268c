import type { Keeper, Keepers } from '#app/core/secrets/keeper.ts';
import { seal, sealingKey, unsealWithAny } from '#app/core/secrets/sealed.ts';

const keyOf = (site: Keeper) => sealingKey(site.secretKey, 'analytics secret');

/** A secret of the connector as it is stored: nobody reads it without the site's key. */
export function sealSecret(site: Keeper, text: string): Buffer<ArrayBuffer> {
  return seal(keyOf(site), text);
}

/** The secret behind a stored one; null when the site's key is another one by now. */
export function openSecret(site: Keepers, sealed: Uint8Array): string | null {
  try {
    return unsealWithAny(site, keyOf, sealed);
  } catch {
    return null;
  }
}
