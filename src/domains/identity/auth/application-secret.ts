import { mapKeyOwners, type KeyOwner, type SiteWithKeys } from '#app/core/secrets/key-owner.ts';
import { randomInt } from 'node:crypto';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 24;

/** Creates the secret of an application password: 24 random letters and digits. */
export function createSecret(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

/** Removes all characters except letters and digits from a secret that a client sent. */
export function normalizeSecret(secret: string): string {
  return secret.replace(/[^A-Za-z0-9]/g, '');
}

/** Formats a secret in groups of four, separated by spaces. */
export function formatSecret(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

/** Returns the keyed hash that is stored for a secret. Spaces in the secret do not change the hash. */
export function hashSecret(site: KeyOwner, secret: string): string {
  return createKeyedHash(site, 'application-password', normalizeSecret(secret));
}

/** Returns the possible hashes of a secret: one with the site's key and one with each previous key. */
export const listSecretHashes = (site: SiteWithKeys, secret: string): string[] =>
  mapKeyOwners(site, (keyOwner) => hashSecret(keyOwner, secret));
