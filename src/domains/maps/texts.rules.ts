import { decodeHTML } from 'entities';
import { cleanHtml } from '#app/core/text/clean-html.ts';

/** Matches addresses that run code when followed, in any spelling. */
const RUNS_CODE = /^\p{C}*(?:javascript|data|vbscript)\p{C}*:/iu;

/** Sanitizes HTML by the same rules for all authors (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.3). */
export const sanitizeText = (text: string): string => cleanHtml(text, { unfiltered: false });

const MAX_ROUNDS = 10;

/**
 * Sanitizes a text and decodes its entities. Repeats both until nothing changes, so that decoding never creates forbidden markup. A text
 * that keeps changing keeps its entities.
 */
export function sanitizeAndDecode(text: string): string {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = decodeHTML(sanitizeText(current));
    if (next === current) return current;
    current = next;
  }
  return sanitizeText(current);
}

/** Returns a safe address; empty if it would run code. */
export function sanitizeAddress(text: string): string {
  const address = sanitizeAndDecode(text);
  return RUNS_CODE.test(address.replace(/\s+/g, '')) ? '' : address;
}
