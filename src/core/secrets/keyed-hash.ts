import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the HMAC-SHA-256 of a text under the site's key, as 64 hex characters. The purpose separates hashes of the same text for different uses. Only for
 * secrets of high entropy; account passwords use `hashPassword`.
 */
export function keyedHash(site: { secretKey: string }, purpose: string, text: string): string {
  return createHmac('sha256', site.secretKey).update(`${purpose}\0${text}`).digest('hex');
}

/** Compares two texts in constant time for their lengths. */
export function areEqualTexts(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
