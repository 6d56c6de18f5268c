import { decodeHTML } from 'entities';
import { cleanHtml } from '#app/core/text/clean-html.ts';

/** Matches URLs that run code when they are opened, also with control characters in the scheme. */
const RUNS_CODE = /^\p{C}*(?:javascript|data|vbscript)\p{C}*:/iu;

/** Sanitizes HTML by the same rules for all authors (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.3). */
export const sanitizeText = (text: string): string => cleanHtml(text, { unfiltered: false });

const MAX_ROUNDS = 10;

/**
 * Sanitizes HTML and decodes its entities. Repeats both until nothing changes, so that decoding never creates forbidden markup. If the string still
 * changes after `MAX_ROUNDS`, its entities are not decoded.
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

/** Sanitizes a URL. Returns an empty string if the URL would run code. */
export function sanitizeUrl(text: string): string {
  const url = sanitizeAndDecode(text);
  return RUNS_CODE.test(url.replace(/\s+/g, '')) ? '' : url;
}
