/** The words of an address, in small letters and without accents. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))];
}

/** The words of an address, in small letters only. */
export function wordsAsWritten(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
}

/** How much of the asked words a place has, 0 to 1; a word is had when one of the place begins with it. */
export function share(asked: readonly string[], place: readonly string[]): number {
  if (asked.length === 0) return 0;
  const had = asked.filter((word) => place.some((other) => (word.length < 3 ? other === word : other.startsWith(word))));
  return had.length / asked.length;
}

/** What less than half of the asked words fits is another place. */
export const LEAST_SHARE = 0.5;
/** The maximum of places that one request returns. */
export const MAX_PLACES = 10;
