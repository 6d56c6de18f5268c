import { randomInt } from 'node:crypto';

/** Without signs that look like others. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUP = 4;
const GROUPS = 3;
/** How many codes a user gets at once. */
export const RECOVERY_CODES = 10;

/** A new code in three groups of four signs, 59 bits. */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** A code as it was typed, without what is there for the eye. */
export function normaliseRecoveryCode(given: string): string {
  return given
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
