import { seal, sealingKey, unseal } from '#app/core/secrets/sealed.ts';
import type { Site } from '#app/site.ts';

const keyOf = (site: Pick<Site, 'secretKey'>, userId: number) => sealingKey(site.secretKey, `authenticator app of ${userId}`);

/** The secret of a user's app as it is stored: nobody reads it without the site's key, nor as that of another user. */
export function sealAppSecret(site: Pick<Site, 'secretKey'>, userId: number, secret: string): Buffer<ArrayBuffer> {
  return seal(keyOf(site, userId), secret);
}

/** The secret behind a stored one; null when the site's key is another one by now. */
export function openAppSecret(site: Pick<Site, 'secretKey'>, userId: number, sealed: Uint8Array): string | null {
  try {
    return unseal(keyOf(site, userId), sealed);
  } catch {
    return null;
  }
}
