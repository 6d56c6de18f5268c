import { stripTags } from './plain-text.ts';

/** Maximum length of a slug in bytes. */
const MAX_BYTES = 200;
/** Slugs that would collide with other paths, so they always get a suffix (docs/behaviour/core-rest.md 7.4 rule 3). */
export const reservedSlugs: ReadonlySet<string> = new Set(['embed', 'feed', 'rdf', 'rss', 'rss2', 'atom']);

/** Latin letters that do not decompose into a letter and an accent, with their replacements. */
const LETTERS = new Map(
  'ªa ºo ßs æae ðd øo þth đd ħh ıi ĳij ĸk ŀl łl ŉn ŋn œoe ŧt ſs ɑa €e £ ×x'.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');
const DASH_ENTITY = /&(?:nbsp|ndash|mdash|#160|#8211|#8212);/gi;
const ENTITY = /&(?:#\d+|#x[a-f0-9]+|[a-z][a-z0-9]*);/gi;
const ESCAPES = /((?:%[a-f0-9]{2})+)/i;
const BLANKS_AND_DASHES = /[./\s\-\u00a0\u2000-\u200a\u2010-\u2015\u2028\u2029\u202f]+/g;
/** Punctuation and invisible characters of Latin texts. Characters of other scripts are kept. */
const DROPPED_CHARACTERS =
  /[^\u0080-\u{10ffff}a-z0-9_-]|\u0300|\u0301|\u0304|\u030c|[\u0080-\u009f¡«°´»¿©®ˊ‘’‚‛“”„‟•…‹›™\u200b-\u200f\u202a-\u202e\ufeff\ufffc\ufffd]/gu;

/**
 * Converts a text to a slug (docs/behaviour/core-rest.md 7.4 rule 1): lower case, without accents, other scripts percent-encoded, words joined with
 * `-`. The slug has at most 200 bytes and contains no partial character. It may be empty. A valid slug stays unchanged.
 */
export function sanitizeSlug(text: string): string {
  const plain = stripTags(text).replace(DASH_ENTITY, '-').replace(ENTITY, '');
  // percent-escapes are at the odd indexes
  const pieces = plain.split(ESCAPES).map((piece, i) => (i % 2 === 0 ? foldAccents(piece.toWellFormed()) : decodeEscapeRun(piece)));
  const characters = pieces.join('').replace(BLANKS_AND_DASHES, '-').replace(DROPPED_CHARACTERS, '').replace(/-+/g, '-');
  return encodeWithin(characters.replace(/^-/, ''), MAX_BYTES);
}

/** Appends `-` and a suffix to a slug. Shortens the slug first, so that the result has at most 200 bytes. */
export function appendSuffix(slug: string, suffix: number | string): string {
  const ending = `-${suffix}`;
  return encodeWithin(decodeSlug(slug), MAX_BYTES - ending.length) + ending;
}

function foldAccents(text: string): string {
  const decomposed = text
    .toLowerCase()
    .normalize('NFD')
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? '');
  return decomposed.replace(/([a-z])\p{Mn}+/gu, '$1').normalize('NFC');
}

/** Decodes percent-escapes without removing accents. Returns an empty string for invalid UTF-8. */
function decodeEscapeRun(escapes: string): string {
  try {
    return decodeURIComponent(escapes).toLowerCase();
  } catch {
    return '';
  }
}

function decodeSlug(slug: string): string {
  return slug
    .split(ESCAPES)
    .map((piece, i) => (i % 2 === 0 ? piece : decodeEscapeRun(piece)))
    .join('');
}

/** Percent-encodes as many whole characters as fit into the number of bytes. */
function encodeWithin(characters: string, maxBytes: number): string {
  let slug = '';
  for (const character of characters) {
    const encoded = character < '\u0080' ? character : encodeURIComponent(character).toLowerCase();
    if (slug.length + encoded.length > maxBytes) break;
    slug += encoded;
  }
  return slug.replace(/-+$/, '');
}
