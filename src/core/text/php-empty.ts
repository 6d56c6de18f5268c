/** True if PHP's `empty()` is true for a value: null, false, 0, `''`, `'0'`, and empty lists and maps. Older clients rely on this rule. */
export function isPhpEmpty(value: unknown): boolean {
  return !value || value === '0' || (typeof value === 'object' && Object.keys(value).length === 0);
}
