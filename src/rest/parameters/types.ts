import type { SchemaType } from './schema.ts';

// The ASCII blanks. String.prototype.trim and \s would also take non-breaking and other Unicode blanks.
const blankRuns = /[ \t\n\v\f\r,]+/;
const numericText = /^[ \t\n\v\f\r]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\v\f\r]*$/;
const leadingNumber = /^[ \t\n\v\f\r]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/;
const wholeNumberName = /^(?:0|-?[1-9]\d{0,18})$/;
const booleanWords = new Set(['true', 'false', '1', '0']);

/** A single value, as JSON and queries hold them. */
export type Scalar = string | number | boolean | bigint;

/** Text, number or boolean: what stands for a list of itself. */
export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** A JSON object or a decoded `a[x]` map; not a list, not an uploaded file or another class's object. */
export function isMap(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a name is a list position as clients write it: `0`, `7`, `-1`, but not `01`. */
export function isWholeNumberName(name: string): boolean {
  return wholeNumberName.test(name);
}

/** A finite number for a number or numeric text (`" 5 "`, `"1e1"`, `".5"`), else undefined. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !numericText.test(value)) return undefined;
  const parsed = Number(value);
  // 1e999 reads as a number but cannot be stored or returned.
  return Number.isFinite(parsed) ? parsed + 0 : undefined;
}

/** The list a value stands for: itself, a map with numeric names, or the parts of a scalar; undefined for anything else. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return partsOf(value);
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'boolean') return value ? ['1'] : [];
  if (!isMap(value)) return undefined;
  // an own `__proto__`, which JSON can carry, is dropped by the sanitiser and does not decide here
  const names = Object.keys(value).filter((name) => name !== '__proto__');
  return names.every(isWholeNumberName) ? names.map((name) => (value as Record<string, unknown>)[name]) : undefined;
}

/** The map a value stands for: itself, nothing for `""`, or a list under its positions; undefined for anything else. */
export function mapOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === '') return {};
  if (Array.isArray(value)) return Object.fromEntries(Object.entries(value));
  return isMap(value) ? value : undefined;
}

/** Whether a value is of a type, by core-rest.md 3.3: text counts for what it spells. */
export const accepts: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => numberOf(value) !== undefined,
  integer: (value) => Number.isInteger(numberOf(value)),
  boolean: (value) =>
    typeof value === 'boolean' ||
    value === 0 ||
    value === 1 ||
    (typeof value === 'string' && value.length <= 5 && booleanWords.has(value.toLowerCase())),
  array: (value) => typeof value === 'string' || listOf(value) !== undefined,
  object: (value) => value === '' || Array.isArray(value) || isMap(value),
  null: (value) => value === null,
};

/** Text for any value: scalars as clients write them in a query, nothing for the rest. Text loses NUL, which no database column holds. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  if (typeof value === 'boolean') return value ? '1' : '';
  return isScalar(value) ? String(value) : '';
}

/**
 * A scalar as JavaScript writes it, a list with commas between; nothing for anything else. What clients send may hold objects that cannot be
 * turned into text at all (`{ "toString": 1 }`).
 */
export function scalarText(value: unknown): string {
  if (Array.isArray(value)) return value.map(scalarText).join();
  return isScalar(value) ? String(value) : '';
}

/** A finite number for any value; of other text its numeric beginning, 0 without one. */
export function toNumber(value: unknown): number {
  const number = numberOf(value);
  if (number !== undefined) return number + 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const parsed = typeof value === 'string' ? Number(leadingNumber.exec(value)?.[1] ?? 0) : 0;
  return Number.isFinite(parsed) ? parsed + 0 : 0;
}

/** A whole number for any value, cut towards zero. */
export function toInteger(value: unknown): number {
  return Math.trunc(toNumber(value)) + 0;
}

/** A boolean for any value: `"false"` in any case, `"0"`, `""`, 0, null and nothing are false. */
export function toBoolean(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value !== '0' && value.toLowerCase() !== 'false';
  return Boolean(value);
}

function partsOf(text: string): string[] {
  const parts = text.split(blankRuns);
  return parts.includes('') ? parts.filter((part) => part !== '') : parts;
}
