import { decodeHTML } from 'entities';
import { cleanHtml } from '#app/core/text/clean-html.ts';

/** What HTML a map takes does not depend on who writes it. */
const clean = (text: string): string => cleanHtml(text, { unfiltered: false });

/** Addresses that run code when they are followed, however they are spelt. */
const RUNS_CODE = /^\p{C}*(?:javascript|data|vbscript)\p{C}*:/iu;

/** Text with harmless HTML (cache-compliance-maps-2fa-theme.md 3.3). */
export const harmlessText = clean;

const MAX_ROUNDS = 10;

/**
 * Harmless text without entities. What an entity hid is judged again until nothing changes, so that decoding never makes markup that cleaning
 * would have taken; text that goes on changing keeps its entities.
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

/** An address that may be followed; empty for one that would run code. */
export function harmlessAddress(text: string): string {
  const address = decodedText(text);
  return RUNS_CODE.test(address.replace(/\s+/g, '')) ? '' : address;
}
