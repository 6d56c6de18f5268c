import { dropEscapes } from './escapes.ts';
import { splitMarkup, getTagName } from './markup.ts';

const OCTET = /%[a-f0-9]{2}/i;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const UNESCAPES: Record<string, string> = {
  '&#39;': "'",
  ...Object.fromEntries(Object.entries(ESCAPES).map(([character, entity]) => [entity, character])),
};

/** Escapes text for an HTML text or attribute, including entities (`&amp;` shows as `&amp;`). */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Same as `escapeHtml`, but keeps entities: `&amp;` shows as `&`. */
export function escapeText(text: string): string {
  return text.replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)|[<>"']/gi, (character) => ESCAPES[character] ?? character);
}

/** Escapes text for HTML outside attributes; keeps quotes and entities. */
export function escapeOutsideTags(text: string): string {
  return text.replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)|[<>]/gi, (character) => ESCAPES[character] ?? character);
}

/** Reverses `escapeText`. */
export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#0?39);/g, (entity) => UNESCAPES[entity] ?? entity);
}

/** Returns the trimmed text of HTML, without tags, comments, and the text of `script` and `style`. Keeps entities. */
export function stripTags(html: string): string {
  if (!html.includes('<')) return html.trim();
  const pieces = splitMarkup(html);
  let text = '';
  let skippedElement = '';
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] ?? '';
    if (i % 2 === 0) {
      if (skippedElement === '') text += piece;
      continue;
    }
    const name = getTagName(piece);
    if (name !== 'script' && name !== 'style') continue;
    if (!piece.startsWith('</')) skippedElement ||= name;
    else if (name === skippedElement) skippedElement = '';
  }
  return text.trim();
}

/** Splits a plain text into words; empty for a blank text. */
export function splitWords(text: string): string[] {
  return text.split(/[\n\r\t ]+/).filter((word) => word !== '');
}

/** Cleans one line of plain text (`text-field`, docs/behaviour/core-rest.md 3.5): removes tags, percent-escapes, line breaks and extra spaces. */
export function cleanText(raw: string): string {
  return dropOctets(
    withoutTags(raw)
      .replace(/[\r\n\t ]+/g, ' ')
      .trim(),
  );
}

/** Cleans lines of plain text (format `textarea-field`): like `cleanText`, but keeps line breaks and inner spaces. */
export function cleanTextarea(raw: string): string {
  return dropOctets(withoutTags(raw).replace(/\r\n?/g, '\n').trim());
}

/** Removes tags. Escapes a `<` that starts no tag, so that the text is harmless everywhere. */
function withoutTags(raw: string): string {
  if (!raw.includes('<')) return raw;
  return stripTags(raw.replace(/<(?![^<>]*>)/g, '&lt;')).replaceAll('<', '&lt;');
}

function dropOctets(text: string): string {
  const cleaned = dropEscapes(text, OCTET);
  return cleaned === text ? text : cleaned.replace(/ +/g, ' ').trim();
}
