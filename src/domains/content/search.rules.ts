import { foldForSearch } from '#app/core/text/fold-for-search.ts';

/** Parsed search text. Terms are folded. */
export interface SearchTerms {
  /** Terms that must occur. */
  required: readonly string[];
  /** Terms that must not occur. */
  excluded: readonly string[];
  /** The whole text, folded. It is the best match for relevance. */
  sentence: string;
}

const WORDS = /"[^"]*(?:"|$)|[^\s",+]+/g;
const MAX_TERMS = 9;
const stopWords = new Set([
  'about',
  'an',
  'are',
  'as',
  'at',
  'be',
  'by',
  'com',
  'for',
  'from',
  'how',
  'in',
  'is',
  'it',
  'of',
  'on',
  'or',
  'that',
  'the',
  'this',
  'to',
  'was',
  'what',
  'when',
  'where',
  'who',
  'will',
  'with',
  'www',
]);

function isMeaningful(term: string): boolean {
  return term !== '' && !/^[a-z-]$/.test(term) && !stopWords.has(term);
}

/**
 * Splits a search text (docs/behaviour/core-rest.md 7.8). Spaces, commas and plus signs separate terms, a quoted phrase is one term, and `-term`
 * excludes. Single
 * letters and stop words are ignored. If no term or more than nine remain, the whole text is one term.
 */
export function splitSearch(text: string): SearchTerms {
  const sentence = foldForSearch(text.trim());
  const words = (sentence.match(WORDS) ?? []).map((word) => word.replace(/^"|"$/g, '').trim()).filter(isMeaningful);
  const terms = words.length === 0 || words.length > MAX_TERMS ? [sentence] : [...new Set(words)];
  const isExcluded = (term: string) => term.startsWith('-') && term.length > 1;
  return {
    required: terms.filter((term) => !isExcluded(term)),
    excluded: terms.filter(isExcluded).map((term) => term.slice(1)),
    sentence,
  };
}

/** Returns the LIKE pattern for texts that contain the term. Escapes `%`, `_` and `\`. */
export function toLikePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Separates title, excerpt and text in `search_text`, and occurs nowhere else in it. */
const SEPARATOR = '\u0001';

/** Returns the stored search text: title, excerpt and text, folded. */
export function buildSearchText(content: { title: string; excerpt: string; content: string }): string {
  return [content.title, content.excerpt, content.content].map((part) => foldForSearch(part.replaceAll(SEPARATOR, ' '))).join(SEPARATOR);
}

/** Returns the SQL condition that the row `c` has no password, or that its title matches every pattern. A match in a protected text would reveal a part of it. */
export function buildTitleMatch(patterns: readonly string[]): string {
  const title = patterns.map((pattern) => `split_part(c.search_text, chr(1), 1) LIKE ${pattern}`).join(' AND ');
  return `(c.password = '' OR ${title})`;
}

/** Maximum length of a sort title. An index entry is limited to 2,704 bytes. */
const MAX_SORT_TITLE_LENGTH = 300;

/** Returns the sort key of a title: its beginning in lower case without accents. */
export function buildSortTitle(title: string): string {
  const foldedTitle = title
    .slice(0, 2 * MAX_SORT_TITLE_LENGTH)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return foldedTitle.slice(0, MAX_SORT_TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}
