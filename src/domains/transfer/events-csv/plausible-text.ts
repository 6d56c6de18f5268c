/** Upper-case and lower-case letters. */
const LETTER = /^[\p{Lu}\p{Ll}]$/u;
/** Symbols that Unicode classifies as letters. */
const SYMBOL_LETTERS = 'ƒµπΩﬁﬂ';
/** Characters that practically never occur in tables. */
const RARE = /^[ƒˆ˜‡†‰¨´¸ˇ˘˙˚˝˛∆∂∑∏∫≈≠◊√Ωﬁﬂ¬]$/;
const OPENING = '“‘„‚«‹¿¡';
const CLOSING = '”’»›';
const DASHES = '–—';
/** Characters that usually occur next to other non-ASCII characters. */
const ADJACENT_SIGN = /^[“”‘’„‚«»‹›¿¡–—…·•\u00a0©®™°€£]$/;
/** Word parts after an apostrophe in English, and before one in French, Italian and names. */
const AFTER_APOSTROPHE = /^(?:s|t|d|m|re|ll|ve)(?![\p{L}\p{N}])/iu;
const BEFORE_APOSTROPHE = /(?<![\p{L}\p{N}])(?:[ldnstmcjo]|qu|all|dell|nell|sull|un|aujourd|lorsqu|jusqu)$/iu;

const isLetter = (char: string) => LETTER.test(char) && !SYMBOL_LETTERS.includes(char);
const isUpper = (char: string) => isLetter(char) && char !== char.toLowerCase();
const isLower = (char: string) => isLetter(char) && char === char.toLowerCase();
const isDigit = (char: string) => char >= '0' && char <= '9' && char !== '';
const isUnusualSign = (char: string) => char > '\x7f' && !isLetter(char) && !ADJACENT_SIGN.test(char);

/** True for characters that occur next to quotation marks: letters and punctuation. */
const isTextSign = (char: string) => isLetter(char) || /^[!-~“”‘’„‚«»‹›…]$/.test(char);

/** Scores a letter by its neighbors: capitals after lower-case letters and letters next to digits are implausible. */
function scoreLetter(char: string, before: string, after: string): number {
  if (isDigit(before) || isDigit(after) || isUnusualSign(before) || isUnusualSign(after)) return -1;
  if (isUpper(char) && isLetter(before) && (isLower(before) || isLower(after))) return -2;
  if (isLower(char) && isUpper(after)) return -2;
  return isLetter(before) || isLetter(after) ? 1 : 0;
}

/** Scores a punctuation mark by its neighbors. */
function scoreSign(text: string, at: number, before: string, after: string): number {
  const char = text[at] as string;
  if (RARE.test(char)) return -2;
  const isWithinWord = isLetter(before) && isLetter(after);
  if (char === '’' && isWithinWord) {
    const isCommon = AFTER_APOSTROPHE.test(text.slice(at + 1, at + 4)) || BEFORE_APOSTROPHE.test(text.slice(Math.max(0, at - 12), at));
    return isCommon ? 2 : 0;
  }
  if (DASHES.includes(char)) return isWithinWord ? 1 : 0;
  if (OPENING.includes(char)) return !isLetter(before) && isTextSign(after) ? 2 : -1;
  if (CLOSING.includes(char)) return !isLetter(after) && isTextSign(before) ? 2 : -1;
  if (isUnusualSign(char) && (isUnusualSign(before) || isUnusualSign(after))) return -1;
  return isWithinWord ? -2 : 0;
}

/** Scores the non-ASCII characters of a decoded text. Below zero, the text is implausible. */
export function scorePlausibility(text: string): number {
  let score = 0;
  for (const { 0: char, index } of text.matchAll(/[^\0-\x7f]/g)) {
    const [before, after] = [text[index - 1] ?? '', text[index + 1] ?? ''];
    score += isLetter(char) ? scoreLetter(char, before, after) : scoreSign(text, index, before, after);
  }
  return score;
}

const NON_ASCII = /[^\0-\x7f]/g;
const LETTER_RUNS = /(?:(?![×÷])[À-ÿŠŒŽšœžŸ]){3,}/g;

/** True if most non-ASCII letters occur in runs of three or more, as when text in another alphabet is decoded as Latin. */
export function isOtherAlphabet(text: string): boolean {
  const letterCount = (text.match(NON_ASCII) ?? []).filter(isLetter).length;
  const lettersInRuns = (text.match(LETTER_RUNS) ?? []).reduce((sum, run) => sum + run.length, 0);
  return lettersInRuns * 2 > letterCount;
}

/** True if text decoded as Shift-JIS is Japanese: most non-ASCII characters are Japanese and occur in runs, not alone between Latin letters. */
export function isJapanese(text: string): boolean {
  const japaneseInRuns = (text.match(/[\u3000-\u9fff\uff01-\uff5e]{2,}/g) ?? []).reduce((sum, run) => sum + run.length, 0);
  return japaneseInRuns * 2 > (text.match(NON_ASCII) ?? []).length;
}
