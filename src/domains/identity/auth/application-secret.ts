import { byEachKey, type Keeper, type Keepers } from '#app/core/secrets/keeper.ts';
import { randomInt } from 'node:crypto';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 24;

/** Creates the secret of an application password: 24 random letters and digits. */
export function newSecret(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Removes all characters except letters and digits from a given secret. */
export function normalizeSecret(presented: string): string {
  return presented.replace(/[^A-Za-z0-9]/g, '');
}

/** Formats a secret in groups of four, separated by spaces. */
export function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

/** Returns the keyed hash that is stored and searched. Grouping of the secret does not matter. */
export function secretHash(site: Keeper, secret: string): string {
  return keyedHash(site, 'application-password', normalizeSecret(secret));
}

/** Returns the possible hashes of a secret: with the site's key and with previous keys. */
export const secretHashes = (site: Keepers, secret: string): string[] => byEachKey(site, (keeper) => secretHash(keeper, secret));
