const TRUE_WORDS = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true']);

/**
 * Parses a boolean in any form (docs/behaviour/events.md 0.4). True for true, for a number other than 0, and for a word such as `yes` or `on`.
 * Undefined for null and undefined. Otherwise false.
 */
export function parseLooseBoolean(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return TRUE_WORDS.has(value.trim().toLowerCase());
  return value === true || (typeof value === 'number' && value !== 0);
}
