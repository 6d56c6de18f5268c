/** Whether a value is what the language of older clients' servers takes for empty: nothing, false, 0, `''`, `'0'`, and lists and maps without members. */
export function isPhpEmpty(value: unknown): boolean {
  return !value || value === '0' || (typeof value === 'object' && Object.keys(value).length === 0);
}
