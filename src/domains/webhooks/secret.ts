import { randomBytes } from 'node:crypto';
import type { KeyOwner, SiteWithKeys } from '#app/core/secrets/key-owner.ts';
import { encryptString, deriveAesKey, decryptWithAnyKey } from '#app/core/secrets/encrypt.ts';

const deriveEncryptionKey = (site: KeyOwner) => deriveAesKey(site.secretKey, 'webhook secret');

/** Creates a secret in the format of Standard Webhooks. */
export const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Encrypts the secret with the site's key for storing. */
export const sealSecret = (site: KeyOwner, secret: string): Buffer<ArrayBuffer> => encryptString(deriveEncryptionKey(site), secret);

/** Decrypts a stored secret. Throws if the site's key has changed. */
export const decryptSecret = (site: SiteWithKeys, sealed: Uint8Array): string => decryptWithAnyKey(site, deriveEncryptionKey, sealed);
