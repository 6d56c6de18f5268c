import { isUtf8 } from 'node:buffer';

/** Error of invalid JSON with the message and code of PHP. */
export interface JsonFault {
  code: number;
  message: string;
}

const SYNTAX: JsonFault = { code: 4, message: 'Syntax error' };
const DEPTH: JsonFault = { code: 1, message: 'Maximum stack depth exceeded' };
const UTF8: JsonFault = { code: 5, message: 'Malformed UTF-8 characters, possibly incorrectly encoded' };
const UTF16: JsonFault = { code: 10, message: 'Single unpaired high surrogate in Unicode escape' };
const SURROGATE = /\\u[dD][89a-fA-F]/;
const TOO_MANY_VALUES: JsonFault = { code: 4, message: 'Too many values' };
/** Error of a list that exceeds the limit. */
export const LONG_LIST: JsonFault = { code: 4, message: 'Too many items in a list' };
export const LONG_STRING: JsonFault = { code: 4, message: 'Text is too long' };
/** Maximum nesting depth, as in PHP. Recursive code would overflow the stack with deeper values. */
const MAX_DEPTH = 512;
/** Maximum number of values in a visitor's request. REST requests of signed-in users are only limited by the size of the body. */
export const MAX_VALUES_OF_VISITORS = 100_000;

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Bytes of JSON's syntax. */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST_START = 0x5b;
const openingBytes = new Set([LIST_START, 0x7b]);
const closingBytes = new Set([0x5d, 0x7d]);

/** Limits on a body that are checked before parsing. Absent members are unlimited. */
export interface JsonLimits {
  /** Total number of values. */
  values?: number;
  /** Items of a list. */
  items?: number;
  /** Bytes of a string that is a direct member of the body's object, or of an object in the body's list. */
  memberBytes?: number;
}

/** Checks the limits of a body while it arrives, without parsing it, because parsing could cost more than the sender is charged for. */
export class JsonScanner {
  readonly #limits: Required<JsonLimits>;
  #depth = 0;
  #values = 1;
  /** Number of commas in each open level. */
  readonly #commas: number[] = [];
  /** For each open level, whether it is a list. */
  readonly #areLists: boolean[] = [];
  /** Number of bytes of the current string so far. Null outside of strings. */
  #stringBytes: number | null = null;
  /** Number of backslashes at the end of the current string so far. */
  #escapes = 0;

  constructor(limits: JsonLimits) {
    this.#limits = { values: Infinity, items: Infinity, memberBytes: Infinity, ...limits };
  }

  /** Checks the next chunk. Returns the first fault so far, or null. */
  scan(chunk: Buffer): JsonFault | null {
    for (let position = 0; position < chunk.length; position += 1) {
      if (this.#stringBytes !== null) {
        position = this.#findEndOfString(chunk, position);
        if (this.#isLongMember()) return LONG_STRING;
        if (position < chunk.length) this.#stringBytes = null;
        continue;
      }
      const byte = chunk[position] as number;
      if (byte === QUOTE) [this.#stringBytes, this.#escapes] = [0, 0];
      else if (byte === COMMA) this.#countComma();
      else if (openingBytes.has(byte)) this.#open(byte === LIST_START);
      else if (closingBytes.has(byte)) this.#depth -= 1;
      if (this.#depth > MAX_DEPTH) return DEPTH;
      if (this.#values > this.#limits.values) return TOO_MANY_VALUES;
      if (byte === COMMA && this.#isLongList()) return LONG_LIST;
    }
    return null;
  }

  /** Returns the position of the quote that ends the current string, or the end of the chunk. */
  #findEndOfString(chunk: Buffer, from: number): number {
    const escapesInLastChunk = this.#escapes;
    const countEscapesBefore = (end: number) => {
      let start = end;
      while (start > from && chunk[start - 1] === BACKSLASH) start -= 1;
      return end - start + (start === from ? escapesInLastChunk : 0);
    };
    let end = chunk.indexOf(QUOTE, from);
    while (end !== -1 && countEscapesBefore(end) % 2 === 1) end = chunk.indexOf(QUOTE, end + 1);
    if (end === -1) end = chunk.length;
    this.#escapes = countEscapesBefore(end);
    this.#stringBytes = (this.#stringBytes ?? 0) + end - from;
    return end;
  }

  /** True if the current string is too long and a direct member of the body's object, or of an object in the body's list. */
  #isLongMember(): boolean {
    return (this.#stringBytes ?? 0) > this.#limits.memberBytes && this.#depth <= (this.#areLists[0] ? 2 : 1);
  }

  #isLongList(): boolean {
    return this.#areLists[this.#depth - 1] === true && (this.#commas[this.#depth - 1] as number) >= this.#limits.items;
  }

  #countComma(): void {
    this.#values += 1;
    this.#commas[this.#depth - 1] = (this.#commas[this.#depth - 1] ?? 0) + 1;
  }

  #open(isList: boolean): void {
    this.#commas[this.#depth] = 0;
    this.#areLists[this.#depth] = isList;
    this.#depth += 1;
  }
}

/** True if a string in the value contains a lone surrogate, which PostgreSQL cannot store. */
function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (!isNested(value)) return false;
  return Object.entries(value).some(([key, inner]) => !key.isWellFormed() || hasLoneSurrogate(inner));
}

/** Parses a JSON body. Returns a fault for invalid JSON and exceeded limits. Never throws. */
export function readJson(body: Buffer, limits: JsonLimits = {}): { value: unknown } | { fault: JsonFault } {
  const excess = new JsonScanner(limits).scan(body);
  if (excess) return { fault: excess };
  if (!isUtf8(body)) return { fault: UTF8 };
  const text = body.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return SURROGATE.test(text) && hasLoneSurrogate(value) ? { fault: UTF16 } : { value };
  } catch (error) {
    return { fault: error instanceof RangeError ? DEPTH : SYNTAX };
  }
}
