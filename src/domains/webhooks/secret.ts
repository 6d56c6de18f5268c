import { randomBytes } from 'node:crypto';
import { seal, sealingKey, unseal } from '#app/core/secrets/sealed.ts';
import type { Site } from '#app/site.ts';

const keyOf = (site: Pick<Site, 'secretKey'>) => sealingKey(site.secretKey, 'webhook secret');

/** A new secret, as Standard Webhooks write it. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The secret as it is stored: nobody reads it without the site's key. */
export const sealSecret = (site: Pick<Site, 'secretKey'>, secret: string): Buffer<ArrayBuffer> => seal(keyOf(site), secret);

/** The secret behind a stored one; throws when the site's key is another one by now. */
export const openSecret = (site: Pick<Site, 'secretKey'>, sealed: Uint8Array): string => unseal(keyOf(site), sealed);
