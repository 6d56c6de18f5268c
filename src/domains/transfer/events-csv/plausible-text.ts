/** Letters of words; signs that Unicode counts among letters are not here. */
const LETTER = /^[\p{Lu}\p{Ll}]$/u;
const NO_LETTER = 'ƒµπΩﬁﬂ';
/** Signs that stand alone or beside words in no text that people write in tables. */
const RARE = /^[ƒˆ˜‡†‰¨´¸ˇ˘˙˚˝˛∆∂∑∏∫≈≠◊√Ωﬁﬂ¬]$/;
const OPENING = '“‘„‚«‹¿¡';
const CLOSING = '”’»›';
const DASHES = '–—';
/** Signs that stand beside others. */
const SOCIABLE = /^[“”‘’„‚«»‹›¿¡–—…·•\u00a0©®™°€£]$/;
/** What follows an apostrophe in English words, and what stands before one in French and Italian ones and in names. */
const AFTER_APOSTROPHE = /^(?:s|t|d|m|re|ll|ve)(?![\p{L}\p{N}])/iu;
const BEFORE_APOSTROPHE = /(?<![\p{L}\p{N}])(?:[ldnstmcjo]|qu|all|dell|nell|sull|un|aujourd|lorsqu|jusqu)$/iu;

const isLetter = (sign: string) => LETTER.test(sign) && !NO_LETTER.includes(sign);
const isUpper = (sign: string) => isLetter(sign) && sign !== sign.toLowerCase();
const isLower = (sign: string) => isLetter(sign) && sign === sign.toLowerCase();
const isDigit = (sign: string) => sign >= '0' && sign <= '9' && sign !== '';
const isForeignSign = (sign: string) => sign > '\x7f' && !isLetter(sign) && !SOCIABLE.test(sign);

/** What quotes stand beside: words, and the marks of sentences. */
const isOfText = (sign: string) => isLetter(sign) || /^[!-~“”‘’„‚«»‹›…]$/.test(sign);

/** How a letter stands in its word: not in the middle of small ones as a capital, not among digits. */
function scoreOfLetter(sign: string, before: string, after: string): number {
  if (isDigit(before) || isDigit(after) || isForeignSign(before) || isForeignSign(after)) return -1;
  if (isUpper(sign) && isLetter(before) && (isLower(before) || isLower(after))) return -2;
  if (isLower(sign) && isUpper(after)) return -2;
  return isLetter(before) || isLetter(after) ? 1 : 0;
}

/** How a sign stands between words. */
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

/** How well the signs beyond ASCII of a reading of a text stand where they do: below zero, nobody has written that. */
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

/** Whether most letters beyond ASCII stand three or more together, as they do where another alphabet is read as the Latin one. */
export function isOtherAlphabet(text: string): boolean {
  const all = (text.match(LETTERS) ?? []).filter(isLetter).length;
  const together = (text.match(RUNS) ?? []).reduce((sum, run) => sum + run.length, 0);
  return together * 2 > all;
}

/** Whether a reading as Shift-JIS is Japanese: its signs stand together, and not one by one among Latin letters. */
export function isJapanese(text: string): boolean {
  const wide = (text.match(/[\u3000-\u9fff\uff01-\uff5e]{2,}/g) ?? []).reduce((sum, run) => sum + run.length, 0);
  return wide * 2 > (text.match(LETTERS) ?? []).length;
}
