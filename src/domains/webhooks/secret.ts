import { randomBytes } from 'node:crypto';
import type { Keeper, Keepers } from '#app/core/secrets/keeper.ts';
import { seal, sealingKey, unsealWithAny } from '#app/core/secrets/sealed.ts';

const keyOf = (site: Keeper) => sealingKey(site.secretKey, 'webhook secret');

/** A new secret, as Standard Webhooks write it. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The secret as it is stored: nobody reads it without the site's key. */
export const sealSecret = (site: Keeper, secret: string): Buffer<ArrayBuffer> => seal(keyOf(site), secret);

/** The secret behind a stored one; throws when the site's key is another one by now. */
export const openSecret = (site: Keepers, sealed: Uint8Array): string => unsealWithAny(site, keyOf, sealed);
