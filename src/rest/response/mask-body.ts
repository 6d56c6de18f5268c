import { mapItems } from '../../core/http/long-list.ts';

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

/**
 * Replaces the values of a body and keeps its structure: numbers and numeric strings become 0, booleans become null, and other values become `No
 * Access` (docs/behaviour/tickets.md 2.2).
 */
export function maskBody(value: unknown): unknown {
  const items = mapItems(value, maskBody);
  if (items) return items;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskBody(inner)]));
  if (typeof value === 'number' || (typeof value === 'string' && NUMERIC.test(value))) return 0;
  return typeof value === 'boolean' ? null : 'No Access';
}
