/**
 * Compiles a published pattern, unanchored and in Unicode mode (docs/behaviour/core-rest.md 3.4). Published patterns may contain escapes such as
 * `\_`, which are invalid in Unicode mode. Such patterns are compiled without it. Throws for a pattern that is invalid in both modes.
 */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
