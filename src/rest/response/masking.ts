import { mapItems } from '../../core/http/long-list.ts';

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

/** The body with its form but without its content: numbers and numeric texts are 0, true and false null, all else `No Access` (tickets.md 2.2). */
export function maskedBody(value: unknown): unknown {
  const items = mapItems(value, maskedBody);
  if (items) return items;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskedBody(inner)]));
  if (typeof value === 'number' || (typeof value === 'string' && NUMERIC.test(value))) return 0;
  return typeof value === 'boolean' ? null : 'No Access';
}
