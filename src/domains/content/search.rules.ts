import { foldForSearch } from '#app/core/text/fold-for-search.ts';

/** A parsed search. Terms are folded: in lower case and without accents. */
export interface SearchTerms {
  /** Terms that must occur. */
  required: readonly string[];
  /** Terms that must not occur. */
  excluded: readonly string[];
  /** The whole folded search. Content that contains it is most relevant. */
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
 * Splits a search into terms (docs/behaviour/core-rest.md 7.8). Spaces, commas and plus signs separate terms, a quoted phrase is one term, and
 * `-term` excludes matches. Ignores single letters and stop words. If no term or more than nine terms remain, the whole search is one term.
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

/** Returns the LIKE pattern for strings that contain the term. Escapes `%`, `_` and `\`. */
export function toLikePattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Separates title, excerpt and text in `search_text`, and occurs nowhere else in this column. */
const SEPARATOR = '\u0001';

/** Returns the stored search text: title, excerpt and text, folded. */
export function buildSearchText(content: { title: string; excerpt: string; content: string }): string {
  return [content.title, content.excerpt, content.content].map((part) => foldForSearch(part.replaceAll(SEPARATOR, ' '))).join(SEPARATOR);
}

/**
 * Returns the SQL condition that the row `c` has no password or that its title matches every pattern, because a match in a protected text would
 * reveal a part of the text.
 */
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
