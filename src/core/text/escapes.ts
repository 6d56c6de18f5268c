/**
 * Removes percent-escapes that match the pattern, which must match three characters and not be global. Also removes escapes that appear when others
 * are removed, as in `%0%0AD`. Takes linear time, however deeply the escapes are nested.
 */
export function dropEscapes(text: string, pattern: RegExp): string {
  if (!pattern.test(text)) return text;
  const characters: string[] = [];
  for (const character of text) {
    characters.push(character);
    while (characters.length >= 3 && characters.at(-3) === '%' && pattern.test(characters.slice(-3).join(''))) characters.length -= 3;
  }
  return characters.join('');
}

/** Decodes the percent-escapes in a part of a URL. Returns it unchanged if an escape is invalid. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
