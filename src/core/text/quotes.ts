/** State of one kind of quotation mark while a text is read: whether a quotation is open, and which marks are still undecided. */
export interface QuoteState {
  readonly mark: "'" | '"';
  /** Entity of the sign for feet or inches. */
  readonly prime: string;
  /** Entity of the closing mark. */
  readonly close: string;
  /** True if there is an opening mark before the position. */
  isOpen: boolean;
  /** True if a mark that is certainly closing has followed the opening mark. */
  isClosed: boolean;
  undecided: UndecidedMark[];
}

/** A mark that may close a quotation, or be a prime (feet, inches). This is decided at the end of the text, or before the next opening mark. */
interface UndecidedMark {
  partIndex: number;
  mayClose: boolean;
  isAfterDigit: boolean;
  isBeforeDot: boolean;
}

const OPEN_SINGLE = '&#8216;';
const CLOSE_SINGLE = '&#8217;';
const OPEN_DOUBLE = '&#8220;';
const CLOSE_DOUBLE = '&#8221;';
const APOSTROPHE = '&#8217;';

const CLOSING = '(?=$|[.,:;!?)}\\]\\- \\t\\r\\n\\u00a0]|&gt;|&nbsp;)';
const YEAR_BEFORE_SINGLE = new RegExp(`'(\\d\\d)'${CLOSING}`, 'y');
const YEAR_BEFORE_DOUBLE = new RegExp(`'(\\d\\d)"${CLOSING}`, 'y');
const YEAR = /'(?=\d\d(?:$|(?![%\d]|[.,]\d)))/y;
const QUOTED_NUMBER = { "'": /'(\d[.,\d]*)'/y, '"': /"(\d[.,\d]*)"/y };
const CONTRACTION = /'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)\b/y;
const MAY_CLOSE = new RegExp(CLOSING, 'y');
const SEMICOLON = 59;
const NO_APOSTROPHE_BEFORE = /(?=$|[.,:;!?"'(){}[\]\- \t\r\n\u00a0]|&[lg]t;|&nbsp;)/y;

/** Creates the states for a text. */
export function createQuoteStates(): { single: QuoteState; double: QuoteState } {
  const closed = { isOpen: false, isClosed: false };
  return {
    single: { mark: "'", prime: '&#8242;', close: CLOSE_SINGLE, ...closed, undecided: [] },
    double: { mark: '"', prime: '&#8243;', close: CLOSE_DOUBLE, ...closed, undecided: [] },
  };
}

/** Reads the single mark at the position. Appends its replacement to `parts` and returns the position after it. */
export function readSingle(text: string, at: number, states: ReturnType<typeof createQuoteStates>, parts: string[]): number {
  const { single, double } = states;
  if (isDigit(text.charCodeAt(at + 1))) {
    const year = match(YEAR_BEFORE_SINGLE, text, at);
    if (year) return push(parts, APOSTROPHE + year[1] + closeQuote(single), at + 4);
    const quotedYear = match(YEAR_BEFORE_DOUBLE, text, at);
    if (quotedYear) return push(parts, APOSTROPHE + quotedYear[1] + closeQuote(double), at + 4);
    if (match(YEAR, text, at)) return push(parts, APOSTROPHE, at + 1);
  }
  const contraction = match(CONTRACTION, text, at);
  if (contraction) return push(parts, contraction[0].replaceAll("'", APOSTROPHE), at + contraction[0].length);
  if (mayOpen(text, at, true)) return openQuote(text, at, single, OPEN_SINGLE, parts);
  if (!match(NO_APOSTROPHE_BEFORE, text, at + 1)) return push(parts, APOSTROPHE, at + 1);
  return deferMark(text, at, single, parts);
}

/** Reads the double mark at the position, like `readSingle`. */
export function readDouble(text: string, at: number, { double }: ReturnType<typeof createQuoteStates>, parts: string[]): number {
  if (mayOpen(text, at, false) && (match(QUOTED_NUMBER['"'], text, at) || !isBlankAt(text, at + 1))) {
    return openQuote(text, at, double, OPEN_DOUBLE, parts);
  }
  return deferMark(text, at, double, parts);
}

/** Records a mark that is certainly closing, and returns its replacement. */
export function closeQuote(state: QuoteState): string {
  state.isClosed = true;
  return state.close;
}

/** Decides what the undecided marks are. Called at the end of a text, and before an opening mark. */
export function decideMarks(state: QuoteState, parts: string[]): void {
  const { undecided, isOpen, isClosed } = state;
  if (undecided.length > 0) {
    const closers = isOpen && !isClosed ? chooseClosers(undecided.filter((mark) => mark.mayClose)) : undefined;
    for (const mark of undecided) parts[mark.partIndex] = chooseReplacement(mark, closers, state);
    state.undecided = [];
  }
  state.isClosed = false;
}

function chooseReplacement(
  mark: UndecidedMark,
  closers: Set<UndecidedMark> | undefined,
  { close, prime, mark: markCharacter }: QuoteState,
): string {
  if (closers?.has(mark)) return close;
  if (mark.isAfterDigit) return prime;
  return mark.mayClose || markCharacter === '"' ? close : markCharacter;
}

/** Chooses the marks that close an open quotation. Prefers marks that do not follow a digit, but always chooses at least one. */
function chooseClosers(candidates: UndecidedMark[]): Set<UndecidedMark> {
  if (candidates.length < 2) return new Set(candidates);
  const withoutDigit = candidates.filter((mark) => !mark.isAfterDigit);
  return new Set(withoutDigit.length > 0 ? withoutDigit : [candidates.findLast((mark) => mark.isBeforeDot) ?? candidates.at(-1)!]);
}

function openQuote(text: string, at: number, state: QuoteState, open: string, parts: string[]): number {
  decideMarks(state, parts);
  state.isOpen = true;
  const number = match(QUOTED_NUMBER[state.mark], text, at);
  return number ? push(parts, open + number[1] + closeQuote(state), at + number[0].length) : push(parts, open, at + 1);
}

function deferMark(text: string, at: number, state: QuoteState, parts: string[]): number {
  state.undecided.push({
    partIndex: parts.length,
    mayClose: match(MAY_CLOSE, text, at + 1) !== null,
    isAfterDigit: isDigit(text.charCodeAt(at - 1)),
    isBeforeDot: text[at + 1] === '.',
  });
  return push(parts, state.mark, at + 1);
}

function mayOpen(text: string, at: number, isSingle: boolean): boolean {
  if (at === 0) return true;
  const before = text[at - 1] ?? '';
  if ('([{-'.includes(before) || (isSingle && before === '"')) return true;
  return isBlankBefore(text, at) || text.startsWith('&lt;', at - 4);
}

/** True if there is a space before the position. A non-breaking space counts, also as an entity. */
export function isBlankBefore(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return isBlank(before) || (before === SEMICOLON && text.startsWith('&nbsp;', at - 6));
}

/** True if there is a space at the position. A non-breaking space counts, also as an entity. */
export function isBlankAt(text: string, at: number): boolean {
  return isBlank(text.charCodeAt(at)) || text.startsWith('&nbsp;', at);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9 || code === 0xa0;
}

function push(parts: string[], part: string, next: number): number {
  parts.push(part);
  return next;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
