/**
 * Removes percent-escapes that match the pattern (three characters, not global), also those that appear when others are removed (`%0%0AD`). Takes linear time
 * for any nesting.
 */
export function dropEscapes(text: string, pattern: RegExp): string {
  if (!pattern.test(text)) return text;
  const kept: string[] = [];
  for (const sign of text) {
    kept.push(sign);
    while (kept.length >= 3 && kept.at(-3) === '%' && pattern.test(kept.slice(-3).join(''))) kept.length -= 3;
  }
  return kept.join('');
}

/** Decodes the percent-escapes in a part of an address (`%20`). Returns it unchanged if some are invalid. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
