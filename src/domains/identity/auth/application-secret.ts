import { byEachKey, type Keeper, type Keepers } from '#app/core/secrets/keeper.ts';
import { randomInt } from 'node:crypto';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 24;

/** A new secret of an application: 24 random letters and digits. */
export function newSecret(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** A presented secret without all that is there for the eye: only its letters and digits. */
export function normaliseSecret(presented: string): string {
  return presented.replace(/[^A-Za-z0-9]/g, '');
}

/** A secret as it is shown: groups of four between blanks. */
export function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

/** What is stored of a secret, and what a presented one is looked up by; grouping does not matter. */
export function secretHash(site: Keeper, secret: string): string {
  return keyedHash(site, 'application-password', normaliseSecret(secret));
}

/** What may be stored of a secret: with the site's key, or with a previous one. */
export const secretHashes = (site: Keepers, secret: string): string[] => byEachKey(site, (keeper) => secretHash(keeper, secret));
