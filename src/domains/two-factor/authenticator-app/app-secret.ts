import type { Keeper, Keepers } from '#app/core/secrets/keeper.ts';
import { seal, sealingKey, unsealWithAny } from '#app/core/secrets/sealed.ts';

const keyOf = (site: Keeper, userId: number) => sealingKey(site.secretKey, `authenticator app of ${userId}`);

/** The secret of a user's app as it is stored: nobody reads it without the site's key, nor as that of another user. */
export function sealAppSecret(site: Keeper, userId: number, secret: string): Buffer<ArrayBuffer> {
  return seal(keyOf(site, userId), secret);
}

/** The secret behind a stored one; null when the site's key is another one by now. */
export function openAppSecret(site: Keepers, userId: number, sealed: Uint8Array): string | null {
  try {
    return unsealWithAny(site, (keeper) => keyOf(keeper, userId), sealed);
  } catch {
    return null;
  }
}
