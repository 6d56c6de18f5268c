import { DomUtils, parseDocument } from 'htmlparser2';
import { stripTags } from '#app/core/text/plain-text.ts';

/** Text without markup on one line, entities as the characters they stand for. */
export function plainOf(html: string): string {
  if (!/[<&\n]/.test(html)) return html.trim();
  return DomUtils.textContent(parseDocument(stripTags(html)))
    .replace(/\s+/g, ' ')
    .trim();
}
