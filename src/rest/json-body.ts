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
/** Levels that upstream's runtime reads. What looks into values descends with them and has no place for any number. */
const MAX_DEPTH = 512;

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNested));
  }
  return false;
}

/** Half of a character, which no text of the database can hold. */
function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (!isNested(value)) return false;
  return Object.entries(value).some(([key, inner]) => !key.isWellFormed() || hasHalfCharacter(inner));
}

/** Reads a JSON body; never throws. */
export function readJson(body: Buffer): { value: unknown } | { fault: JsonFault } {
  if (!isUtf8(body)) return { fault: UTF8 };
  const text = body.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    // every level takes at least two characters
    if (text.length > 2 * MAX_DEPTH && isTooDeep(value)) return { fault: DEPTH };
    return SURROGATE.test(text) && hasHalfCharacter(value) ? { fault: UTF16 } : { value };
  } catch (error) {
    return { fault: error instanceof RangeError ? DEPTH : SYNTAX };
  }
}
