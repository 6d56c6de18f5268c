/**
 * Text without the percent-escapes that the pattern (three signs, not global) knows, also those that only appear when
 * others are taken away (`%0%0AD`). Takes linear time, however deep they are nested.
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

/** Part of an address without its escapes (`%20`); as it is where some of them are invalid. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
