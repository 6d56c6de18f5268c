import { foldForSearch } from '#app/core/text/fold.ts';

/** What a search text asks for; terms are folded. */
export interface SearchTerms {
  /** Each must occur. */
  wanted: readonly string[];
  /** None may occur. */
  excluded: readonly string[];
  /** The whole text as it was given, folded: what relevance compares first. */
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
 * Splits a search text (core-rest.md 7.8): blanks, commas and plus signs part terms, a quoted phrase is one term, `-term` excludes; single
 * letters and stop words do not count, and when nothing or more than nine terms remain, the whole text is one term.
 */
export function splitSearch(text: string): SearchTerms {
  const sentence = foldForSearch(text.trim());
  const found = (sentence.match(WORDS) ?? []).map((word) => word.replace(/^"|"$/g, '').trim()).filter(isMeaningful);
  const terms = found.length === 0 || found.length > MAX_TERMS ? [sentence] : [...new Set(found)];
  const isExcluded = (term: string) => term.startsWith('-') && term.length > 1;
  return {
    wanted: terms.filter((term) => !isExcluded(term)),
    excluded: terms.filter(isExcluded).map((term) => term.slice(1)),
    sentence,
  };
}

/** The LIKE pattern for texts that hold the term; `%`, `_` and `\` mean themselves. */
export function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Parts title, excerpt and text in `search_text`, which has no such character elsewhere. */
const SEPARATOR = '\u0001';

/** What is stored for searches: title, excerpt and text, folded. */
export function searchTextOf(content: { title: string; excerpt: string; content: string }): string {
  return [content.title, content.excerpt, content.content].map((part) => foldForSearch(part.replaceAll(SEPARATOR, ' '))).join(SEPARATOR);
}

/** SQL that the title of the row `c` or nothing that a password hides fits every pattern: a hit in a hidden text would tell what it says. */
export function isOpenOrTitled(patterns: readonly string[]): string {
  const title = patterns.map((pattern) => `split_part(c.search_text, chr(1), 1) LIKE ${pattern}`).join(' AND ');
  return `(c.password = '' OR ${title})`;
}

/** An index takes no entry of more than 2,704 bytes; what titles have in common beyond these letters orders nothing. */
const SORTED_LETTERS = 300;

/** What lists order by: the beginning of a title in lower case without accents. */
export function sortTitleOf(title: string): string {
  const plain = title
    .slice(0, 2 * SORTED_LETTERS)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.slice(0, SORTED_LETTERS).replace(/[\uD800-\uDBFF]$/, '');
}
