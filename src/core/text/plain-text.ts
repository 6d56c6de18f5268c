import { dropEscapes } from './escapes.ts';
import { splitMarkup, tagName } from './markup.ts';

const OCTET = /%[a-f0-9]{2}/i;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const SIGNS: Record<string, string> = {
  '&#39;': "'",
  ...Object.fromEntries(Object.entries(ESCAPES).map(([sign, entity]) => [entity, sign])),
};

/** Text for an HTML text or attribute; entities in it are escaped too (`&amp;` shows as `&amp;`). */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** As `escapeHtml`, but entities stay: `&amp;` shows as `&`. */
export function escapeText(text: string): string {
  return text.replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)|[<>"']/gi, (sign) => ESCAPES[sign] ?? sign);
}

/** Text as HTML outside of attributes: quotes stay, and so do entities. */
export function escapeOutsideTags(text: string): string {
  return text.replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)|[<>]/gi, (sign) => ESCAPES[sign] ?? sign);
}

/** The text that `escapeText` made this of. */
export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#0?39);/g, (entity) => SIGNS[entity] ?? entity);
}

/** The text of HTML, trimmed: without tags, comments and what stands in `script` and `style`; entities stay. */
export function stripTags(html: string): string {
  if (!html.includes('<')) return html.trim();
  const pieces = splitMarkup(html);
  let text = '';
  let skipping = '';
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] ?? '';
    if (i % 2 === 0) {
      if (skipping === '') text += piece;
      continue;
    }
    const name = tagName(piece);
    if (name !== 'script' && name !== 'style') continue;
    if (!piece.startsWith('</')) skipping ||= name;
    else if (name === skipping) skipping = '';
  }
  return text.trim();
}

/** Words of the text of HTML, as excerpts count them: runs without blanks. */
export function countWords(html: string): number {
  const text = stripTags(html);
  return text === '' ? 0 : splitWords(text).length;
}

/** The words of a plain text, which may have blanks around them; none for a blank text. */
export function splitWords(text: string): string[] {
  return text.split(/[\n\r\t ]+/).filter((word) => word !== '');
}

/** One line of plain text (`text-field`, core-rest.md 3.5): tags, percent-octets, line breaks and extra blanks go. */
export function cleanText(raw: string): string {
  return dropOctets(
    withoutTags(raw)
      .replace(/[\r\n\t ]+/g, ' ')
      .trim(),
  );
}

/** Lines of plain text (format `textarea-field`): as `cleanText`, but line breaks and the blanks within stay. */
export function cleanTextarea(raw: string): string {
  return dropOctets(withoutTags(raw).replace(/\r\n?/g, '\n').trim());
}

/** A `<` that begins no tag is kept as entity, so that the text is harmless wherever it is shown. */
function withoutTags(raw: string): string {
  if (!raw.includes('<')) return raw;
  return stripTags(raw.replace(/<(?![^<>]*>)/g, '&lt;')).replaceAll('<', '&lt;');
}

function dropOctets(text: string): string {
  const rest = dropEscapes(text, OCTET);
  return rest === text ? text : rest.replace(/ +/g, ' ').trim();
}
