import { decodeHTML } from 'entities';
import { cleanHtml } from '#app/core/text/clean-html.ts';

/** Sanitizes HTML by the same rules for all authors. */
const clean = (text: string): string => cleanHtml(text, { unfiltered: false });

/** Matches addresses that run code when followed, in any spelling. */
const RUNS_CODE = /^\p{C}*(?:javascript|data|vbscript)\p{C}*:/iu;

/** Sanitizes HTML (cache-compliance-maps-2fa-theme.md 3.3). */
export const harmlessText = clean;

const MAX_ROUNDS = 10;

/**
 * Sanitizes a text and decodes its entities. Repeats both until nothing changes, so that decoding never creates forbidden markup. A text
 * that keeps changing keeps its entities.
 */
export function decodedText(text: string): string {
  let known = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = decodeHTML(clean(known));
    if (next === known) return known;
    known = next;
  }
  return clean(known);
}

/** Returns a safe address; empty if it would run code. */
export function harmlessAddress(text: string): string {
  const address = decodedText(text);
  return RUNS_CODE.test(address.replace(/\s+/g, '')) ? '' : address;
}
