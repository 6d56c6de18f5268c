import type { SchemaType } from './schema.ts';

// Only ASCII whitespace: String.prototype.trim and \s would also match non-breaking and other Unicode spaces.
const separators = /[ \t\n\v\f\r,]+/;
const numericText = /^[ \t\n\v\f\r]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\v\f\r]*$/;
const leadingNumber = /^[ \t\n\v\f\r]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/;
const wholeNumberName = /^(?:0|-?[1-9]\d{0,18})$/;
const booleanWords = new Set(['true', 'false', '1', '0']);

/** Maximum of GraphQL's Int. */
export const MAX_INT = 2_147_483_647;

/** A scalar of JSON or a query. */
export type Scalar = string | number | boolean | bigint;

/** True for strings, numbers and booleans, which may represent a list of one item. */
export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** True for a JSON object or a decoded `a[x]` map. False for lists, uploaded files and objects of other classes. */
export function isMap(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** True if a name is a list position as clients write it: `0`, `7`, `-1`, but not `01`. */
export function isWholeNumberName(name: string): boolean {
  return wholeNumberName.test(name);
}

/** Returns a finite number for a number or numeric string (`" 5 "`, `"1e1"`, `".5"`), or undefined for other values. */
export function parseNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !numericText.test(value)) return undefined;
  const parsed = Number(value);
  // 1e999 is a numeric string but not a finite number
  return Number.isFinite(parsed) ? parsed + 0 : undefined;
}

/** Returns the list that a value represents: itself, the values of a map with numeric names, or the parts of a scalar. Otherwise undefined. */
export function parseList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return splitParts(value);
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'boolean') return value ? ['1'] : [];
  if (!isMap(value)) return undefined;
  // JSON may contain an own `__proto__`, which the sanitizer drops
  const names = Object.keys(value).filter((name) => name !== '__proto__');
  return names.every(isWholeNumberName) ? names.map((name) => (value as Record<string, unknown>)[name]) : undefined;
}

/** Returns the map that a value represents: itself, an empty map for `""`, or the items of a list by position. Otherwise undefined. */
export function parseMap(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === '') return {};
  if (Array.isArray(value)) return Object.fromEntries(Object.entries(value));
  return isMap(value) ? value : undefined;
}

/** Checks of types (docs/behaviour/core-rest.md 3.3). Strings such as `"5"` and `"true"` also count as a number or a boolean. */
export const accepts: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => parseNumber(value) !== undefined,
  integer: (value) => Number.isInteger(parseNumber(value)),
  boolean: (value) =>
    typeof value === 'boolean' ||
    value === 0 ||
    value === 1 ||
    (typeof value === 'string' && value.length <= 5 && booleanWords.has(value.toLowerCase())),
  array: (value) => typeof value === 'string' || parseList(value) !== undefined,
  object: (value) => value === '' || Array.isArray(value) || isMap(value),
  null: (value) => value === null,
};

/** Converts scalars to a string as in a query, other values to an empty string. Removes NUL, which PostgreSQL cannot store. */
export function toPhpString(value: unknown): string {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  if (typeof value === 'boolean') return value ? '1' : '';
  return isScalar(value) ? String(value) : '';
}

/**
 * Converts a scalar to a string as JavaScript does, and joins lists with commas. Returns an empty string for other values. Unlike `String`, never
 * throws for objects of clients such as `{ "toString": 1 }`.
 */
export function toPlainString(value: unknown): string {
  if (Array.isArray(value)) return value.map(toPlainString).join();
  return isScalar(value) ? String(value) : '';
}

/** Parses a scalar as JSON. Returns undefined for invalid JSON. */
export function parseJson(value: unknown): unknown {
  try {
    return JSON.parse(toPlainString(value)) as unknown;
  } catch {
    return undefined;
  }
}

/** Converts any value to a finite number. A string becomes its leading number, and true becomes 1. Other values become 0. */
export function toNumber(value: unknown): number {
  const number = parseNumber(value);
  if (number !== undefined) return number + 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const parsed = typeof value === 'string' ? Number(leadingNumber.exec(value)?.[1] ?? 0) : 0;
  return Number.isFinite(parsed) ? parsed + 0 : 0;
}

/** Converts any value to a whole number, truncated towards zero. */
export function toInteger(value: unknown): number {
  return Math.trunc(toNumber(value)) + 0;
}

/** Converts any value to a boolean. `"false"` (in upper or lower case), `"0"`, `""`, 0, null and undefined are false. */
export function toBoolean(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value !== '0' && value.toLowerCase() !== 'false';
  return Boolean(value);
}

function splitParts(text: string): string[] {
  const parts = text.split(separators);
  return parts.includes('') ? parts.filter((part) => part !== '') : parts;
}
