import { seal, sealingKey, unseal } from '#app/core/secrets/sealed.ts';
import type { Site } from '#app/site.ts';

const keyOf = (site: Pick<Site, 'secretKey'>) => sealingKey(site.secretKey, 'analytics secret');

/** A secret of the connector as it is stored: nobody reads it without the site's key. */
export function sealSecret(site: Pick<Site, 'secretKey'>, text: string): Buffer<ArrayBuffer> {
  return seal(keyOf(site), text);
}

/** The secret behind a stored one; null when the site's key is another one by now. */
export function openSecret(site: Pick<Site, 'secretKey'>, sealed: Uint8Array): string | null {
  try {
    return unseal(keyOf(site), sealed);
  } catch {
    return null;
  }
}
