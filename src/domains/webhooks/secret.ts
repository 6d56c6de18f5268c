import { randomBytes } from 'node:crypto';
import type { Keeper, Keepers } from '#app/core/secrets/keeper.ts';
import { seal, sealingKey, unsealWithAny } from '#app/core/secrets/sealed.ts';

const deriveEncryptionKey = (site: Keeper) => sealingKey(site.secretKey, 'webhook secret');

/** Creates a secret in the format of Standard Webhooks. */
export const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Encrypts the secret with the site's key for storing. */
export const sealSecret = (site: Keeper, secret: string): Buffer<ArrayBuffer> => seal(deriveEncryptionKey(site), secret);

/** Decrypts a stored secret. Throws if the site's key has changed. */
export const decryptSecret = (site: Keepers, sealed: Uint8Array): string => unsealWithAny(site, deriveEncryptionKey, sealed);
