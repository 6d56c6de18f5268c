import { randomBytes } from 'node:crypto';
import type { KeyOwner, KeyOwners } from '#app/core/secrets/key-owner.ts';
import { seal, deriveSealingKey, unsealWithAny } from '#app/core/secrets/seal.ts';

const deriveEncryptionKey = (site: KeyOwner) => deriveSealingKey(site.secretKey, 'webhook secret');

/** Creates a secret in the format of Standard Webhooks. */
export const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Encrypts the secret with the site's key for storing. */
export const sealSecret = (site: KeyOwner, secret: string): Buffer<ArrayBuffer> => seal(deriveEncryptionKey(site), secret);

/** Decrypts a stored secret. Throws if the site's key has changed. */
export const decryptSecret = (site: KeyOwners, sealed: Uint8Array): string => unsealWithAny(site, deriveEncryptionKey, sealed);
