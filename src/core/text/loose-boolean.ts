const trueTexts = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true']);

/**
 * Reads a boolean in any form (docs/behaviour/events.md 0.4): true, a number other than 0, or a word such as `yes` or `on`. Undefined for null and
 * undefined.
 */
export function parseLooseBoolean(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return trueTexts.has(value.trim().toLowerCase());
  return value === true || (typeof value === 'number' && value !== 0);
}
