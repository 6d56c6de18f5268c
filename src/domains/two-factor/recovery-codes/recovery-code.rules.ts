import { randomInt } from 'node:crypto';

/** Characters of recovery codes, without ambiguous ones. */
const CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUP_LENGTH = 4;
const GROUPS = 3;
/** Number of codes in a set. */
export const RECOVERY_CODE_COUNT = 10;

/** Creates a random code of three groups of four characters (59 bits). */
export function createRecoveryCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Removes separators from a code that a user typed, and converts it to lower case. */
export function normalizeRecoveryCode(typed: string): string {
  return typed
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
