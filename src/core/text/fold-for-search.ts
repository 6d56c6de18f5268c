/** Latin letters that do not decompose into a letter and an accent, with the replacements that MySQL and most search engines use. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' };
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const ACCENTS = /([a-z\u03b1-\u03c9])[\u0300-\u036f]+/g;
// oxlint-disable-next-line no-control-regex -- the pattern matches all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Normalizes a text for searching: lower case, and Latin and Greek letters without accents. `cafe` thus finds `Café`, and `strasse` finds `Straße`.
 * Applied to the stored search texts and to queries. If its rules change, a migration must update the stored texts.
 */
export function foldForSearch(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(ACCENTS, '$1')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}
