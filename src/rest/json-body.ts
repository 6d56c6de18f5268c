/** Why a body is no JSON, in the words and numbers of upstream's runtime. */
export interface JsonFault {
  code: number;
  message: string;
}

const SYNTAX: JsonFault = { code: 4, message: 'Syntax error' };
const DEPTH: JsonFault = { code: 1, message: 'Maximum stack depth exceeded' };
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

/** Reads a JSON body; never throws. */
export function readJson(text: string): { value: unknown } | { fault: JsonFault } {
  try {
    const value: unknown = JSON.parse(text);
    // every level takes at least two characters
    return text.length > 2 * MAX_DEPTH && isTooDeep(value) ? { fault: DEPTH } : { value };
  } catch (error) {
    return { fault: error instanceof RangeError ? DEPTH : SYNTAX };
  }
}
