import { isUtf8 } from 'node:buffer';

/** Why a body is no JSON, in the words and numbers of upstream's runtime. */
export interface JsonFault {
  code: number;
  message: string;
}

const SYNTAX: JsonFault = { code: 4, message: 'Syntax error' };
const DEPTH: JsonFault = { code: 1, message: 'Maximum stack depth exceeded' };
const UTF8: JsonFault = { code: 5, message: 'Malformed UTF-8 characters, possibly incorrectly encoded' };
const UTF16: JsonFault = { code: 10, message: 'Single unpaired high surrogate in Unicode escape' };
const SURROGATE = /\\u[dD][89a-fA-F]/;
const MANY: JsonFault = { code: 4, message: 'Too many values' };
/** Levels that upstream's runtime reads. What looks into values descends with them and has no place for any number. */
const MAX_DEPTH = 512;
/** Values that a visitor may send at once; who signs in may send as many as fit into a body. */
export const MOST_VALUES_OF_VISITORS = 100_000;

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Marks of JSON as bytes. */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** The place of the quote that ends the text which begins at `from`. */
function endOfText(body: Buffer, from: number): number {
  for (let end = body.indexOf(QUOTE, from); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (end - escapes > from && body[end - escapes - 1] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return body.length;
}

/** What keeps a body from being read at all, seen from its marks alone: reading it would cost more than whoever sends it paid for. */
function excessOf(body: Buffer, mostValues: number): JsonFault | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < body.length; at += 1) {
    const mark = body[at] as number;
    if (mark === QUOTE) at = endOfText(body, at + 1);
    else if (mark === COMMA) values += 1;
    else if (opening.has(mark)) depth += 1;
    else if (closing.has(mark)) depth -= 1;
    if (depth > MAX_DEPTH) return DEPTH;
    if (values > mostValues) return MANY;
  }
  return null;
}

/** Half of a character, which no text of the database can hold. */
function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (!isNested(value)) return false;
  return Object.entries(value).some(([key, inner]) => !key.isWellFormed() || hasHalfCharacter(inner));
}

/** Reads a JSON body; never throws. */
export function readJson(body: Buffer, mostValues = Number.POSITIVE_INFINITY): { value: unknown } | { fault: JsonFault } {
  const excess = excessOf(body, mostValues);
  if (excess) return { fault: excess };
  if (!isUtf8(body)) return { fault: UTF8 };
  const text = body.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return SURROGATE.test(text) && hasHalfCharacter(value) ? { fault: UTF16 } : { value };
  } catch (error) {
    return { fault: error instanceof RangeError ? DEPTH : SYNTAX };
  }
}
