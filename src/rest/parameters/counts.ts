import { MAX_INT } from './types.ts';

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?/i;

/**
 * Converts any value to a count (docs/behaviour/core-rest.md 9): its leading number, truncated and without its sign, but at most the maximum of
 * GraphQL's Int. Returns 0 if there is no number. Examples: `abc` → 0, `-400` → 400.
 */
export function toCount(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = typeof value === 'number' ? value : Number(typeof value === 'string' ? (NUMBER.exec(value)?.[0] ?? 0) : 0);
  return Number.isNaN(number) ? 0 : Math.min(Math.trunc(Math.abs(number)), MAX_INT);
}
