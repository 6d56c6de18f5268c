/** Splits a text into lower-case words without accents. */
export function splitIntoFoldedWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))];
}

/** Splits a text into lower-case words. Keeps accents. */
export function splitWords(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
}

/**
 * Returns the share (0 to 1) of the searched words that match a word of the place. A searched word matches if a word of the place starts with it.
 * Searched words of one or two letters must be equal to a word of the place.
 */
export function computeMatchingShare(searched: readonly string[], placeWords: readonly string[]): number {
  if (searched.length === 0) return 0;
  const matching = searched.filter((word) => placeWords.some((other) => (word.length < 3 ? other === word : other.startsWith(word))));
  return matching.length / searched.length;
}

/** Minimum share of matching words for a place in the result. */
export const MIN_SHARE = 0.5;
/** Maximum number of places in a result. */
export const MAX_PLACES = 10;
