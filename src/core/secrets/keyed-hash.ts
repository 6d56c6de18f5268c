import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * HMAC-SHA-256 of a text under the site's key, 64 hex characters. The purpose keeps hashes of the same text for different uses apart.
 * Fit for secrets of high entropy only; account passwords go through `hashPassword`.
 */
export function keyedHash(site: { secretKey: string }, purpose: string, text: string): string {
  return createHmac('sha256', site.secretKey).update(`${purpose}\0${text}`).digest('hex');
}

/** Compares two texts in a time that depends on their lengths alone. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
