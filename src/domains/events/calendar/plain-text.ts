import { DomUtils, parseDocument } from 'htmlparser2';
import { stripTags } from '#app/core/text/plain-text.ts';

/** Strips markup, decodes entities and joins the lines. */
export function toPlainText(html: string): string {
  if (!/[<&\n]/.test(html)) return html.trim();
  return DomUtils.textContent(parseDocument(stripTags(html)))
    .replace(/\s+/g, ' ')
    .trim();
}
