/** Splits an address into lower-case words without accents. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))];
}

/** Splits an address into lower-case words with accents. */
export function wordsAsWritten(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
}

/** Returns the share (0 to 1) of the searched words that are prefixes of the place's words. Words of one or two letters must match exactly. */
export function share(asked: readonly string[], place: readonly string[]): number {
  if (asked.length === 0) return 0;
  const had = asked.filter((word) => place.some((other) => (word.length < 3 ? other === word : other.startsWith(word))));
  return had.length / asked.length;
}

/** Minimum share of matching words. */
export const LEAST_SHARE = 0.5;
/** Maximum number of places in a result. */
export const MAX_PLACES = 10;
