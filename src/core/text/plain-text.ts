import { dropEscapes } from './escapes.ts';
import { splitMarkup, getTagName } from './markup.ts';

const PERCENT_ESCAPE = /%[a-f0-9]{2}/i;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const UNESCAPES: Record<string, string> = {
  '&#39;': "'",
  ...Object.fromEntries(Object.entries(ESCAPES).map(([character, entity]) => [entity, character])),
};

/** Escapes a string for the text or a quoted attribute of HTML. Also escapes entities, so that `&amp;` is displayed as `&amp;`. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Escapes a string like `escapeHtml`, but keeps entities, so that `&amp;` is displayed as `&`. */
export function escapeText(text: string): string {
  return text.replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)|[<>"']/gi, (character) => ESCAPES[character] ?? character);
}

/** Escapes a string for the text of HTML, but not for attributes: keeps quotes and entities. */
export function escapeOutsideTags(text: string): string {
  return text.replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)|[<>]/gi, (character) => ESCAPES[character] ?? character);
}

/** Reverses `escapeText`. */
export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#0?39);/g, (entity) => UNESCAPES[entity] ?? entity);
}

/** Returns the text of HTML without tags and comments, and without the content of `script` and `style`. Trims it. Keeps entities. */
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

/** Splits plain text into words. Returns an empty array for blank text. */
export function splitWords(text: string): string[] {
  return text.split(/[\n\r\t ]+/).filter((word) => word !== '');
}

/**
 * Cleans a line of plain text (format `text-field`, docs/behaviour/core-rest.md 3.5). Removes tags, percent-escapes, line breaks and extra spaces.
 */
export function cleanText(raw: string): string {
  return dropPercentEscapes(
    removeTags(raw)
      .replace(/[\r\n\t ]+/g, ' ')
      .trim(),
  );
}

/** Cleans lines of plain text (format `textarea-field`). Does the same as `cleanText`, but keeps line breaks and inner spaces. */
export function cleanTextarea(raw: string): string {
  return dropPercentEscapes(removeTags(raw).replace(/\r\n?/g, '\n').trim());
}

/** Removes tags. Escapes each `<` that does not begin a tag, so that the text is harmless everywhere. */
function removeTags(raw: string): string {
  if (!raw.includes('<')) return raw;
  return stripTags(raw.replace(/<(?![^<>]*>)/g, '&lt;')).replaceAll('<', '&lt;');
}

function dropPercentEscapes(text: string): string {
  const cleaned = dropEscapes(text, PERCENT_ESCAPE);
  return cleaned === text ? text : cleaned.replace(/ +/g, ' ').trim();
}
