import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the HMAC-SHA-256 of a string with the site's key, as 64 hex characters. `purpose` separates hashes of the same string for different uses.
 * Use it only for secrets of high entropy. Account passwords use `hashPassword`.
 */
export function createKeyedHash(site: { secretKey: string }, purpose: string, text: string): string {
  return createHmac('sha256', site.secretKey).update(`${purpose}\0${text}`).digest('hex');
}

/** Compares two strings. The time depends only on their lengths, so it reveals nothing else about a secret. */
export function areEqualInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
