/** Letters of words. Excludes symbols that Unicode classifies as letters. */
const LETTER = /^[\p{Lu}\p{Ll}]$/u;
const NO_LETTER = 'ƒµπΩﬁﬂ';
/** Characters that practically never occur in tables. */
const RARE = /^[ƒˆ˜‡†‰¨´¸ˇ˘˙˚˝˛∆∂∑∏∫≈≠◊√Ωﬁﬂ¬]$/;
const OPENING = '“‘„‚«‹¿¡';
const CLOSING = '”’»›';
const DASHES = '–—';
/** Characters that occur next to others. */
const SOCIABLE = /^[“”‘’„‚«»‹›¿¡–—…·•\u00a0©®™°€£]$/;
/** Word parts after an apostrophe in English, and before one in French, Italian and names. */
const AFTER_APOSTROPHE = /^(?:s|t|d|m|re|ll|ve)(?![\p{L}\p{N}])/iu;
const BEFORE_APOSTROPHE = /(?<![\p{L}\p{N}])(?:[ldnstmcjo]|qu|all|dell|nell|sull|un|aujourd|lorsqu|jusqu)$/iu;

const isLetter = (sign: string) => LETTER.test(sign) && !NO_LETTER.includes(sign);
const isUpper = (sign: string) => isLetter(sign) && sign !== sign.toLowerCase();
const isLower = (sign: string) => isLetter(sign) && sign === sign.toLowerCase();
const isDigit = (sign: string) => sign >= '0' && sign <= '9' && sign !== '';
const isForeignSign = (sign: string) => sign > '\x7f' && !isLetter(sign) && !SOCIABLE.test(sign);

/** True for characters that occur next to quotes: letters and ASCII punctuation. */
const isOfText = (sign: string) => isLetter(sign) || /^[!-~“”‘’„‚«»‹›…]$/.test(sign);

/** Scores the position of a letter in its word. Capitals within lower case and letters among digits are implausible. */
function scoreOfLetter(sign: string, before: string, after: string): number {
  if (isDigit(before) || isDigit(after) || isForeignSign(before) || isForeignSign(after)) return -1;
  if (isUpper(sign) && isLetter(before) && (isLower(before) || isLower(after))) return -2;
  if (isLower(sign) && isUpper(after)) return -2;
  return isLetter(before) || isLetter(after) ? 1 : 0;
}

/** Scores the position of a punctuation mark between words. */
function scoreOfSign(text: string, at: number, before: string, after: string): number {
  const sign = text[at] as string;
  if (RARE.test(sign)) return -2;
  const isWithin = isLetter(before) && isLetter(after);
  if (sign === '’' && isWithin) {
    const isUsual = AFTER_APOSTROPHE.test(text.slice(at + 1, at + 4)) || BEFORE_APOSTROPHE.test(text.slice(Math.max(0, at - 12), at));
    return isUsual ? 2 : 0;
  }
  if (DASHES.includes(sign)) return isWithin ? 1 : 0;
  if (OPENING.includes(sign)) return !isLetter(before) && isOfText(after) ? 2 : -1;
  if (CLOSING.includes(sign)) return !isLetter(after) && isOfText(before) ? 2 : -1;
  if (isForeignSign(sign) && (isForeignSign(before) || isForeignSign(after))) return -1;
  return isWithin ? -2 : 0;
}

/** Scores the non-ASCII characters of a decoded text. Below zero, the text is implausible. */
export function plausibilityOf(text: string): number {
  let score = 0;
  for (const { 0: sign, index } of text.matchAll(/[^\0-\x7f]/g)) {
    const [before, after] = [text[index - 1] ?? '', text[index + 1] ?? ''];
    score += isLetter(sign) ? scoreOfLetter(sign, before, after) : scoreOfSign(text, index, before, after);
  }
  return score;
}

const LETTERS = /[^\0-\x7f]/g;
const RUNS = /(?:(?![×÷])[À-ÿŠŒŽšœžŸ]){3,}/g;

/** True if most non-ASCII letters occur in runs of three or more, as when text in another alphabet is decoded as Latin. */
export function isOtherAlphabet(text: string): boolean {
  const all = (text.match(LETTERS) ?? []).filter(isLetter).length;
  const together = (text.match(RUNS) ?? []).reduce((sum, run) => sum + run.length, 0);
  return together * 2 > all;
}

/** True if a Shift-JIS result is Japanese, with its characters in runs instead of single ones among Latin letters. */
export function isJapanese(text: string): boolean {
  const wide = (text.match(/[\u3000-\u9fff\uff01-\uff5e]{2,}/g) ?? []).reduce((sum, run) => sum + run.length, 0);
  return wide * 2 > (text.match(LETTERS) ?? []).length;
}
