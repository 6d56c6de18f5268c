/**
 * The regular expression of a published pattern: unanchored and by code points (core-rest.md 3.4). Published patterns come from
 * another dialect that allows escapes such as `\_`, which the unicode mode refuses; they are then read without it.
 * Throws at start for a pattern that is invalid in both modes.
 */
export function patternOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
