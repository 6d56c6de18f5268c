/** Returns a regular expression that matches a punctuation mark as plain text, in a URL, in HTML and in JSON. */
function createSpellingPattern(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const spellings = [`[${character === '^' || character === ']' || character === '\\' ? `\\${character}` : character}]`];
  if (code < 0x80) spellings.push(`%${hex.padStart(2, '0')}`);
  spellings.push(`&#0*${code};`, `&#x0*${hex};`, `\\\\u${hex.padStart(4, '0')}`);
  if (character === '@') spellings.push('&commat;');
  if (character === '.') spellings.push('&period;');
  if (character === '+') spellings.push('&plus;');
  return `(?:${spellings.join('|')})`;
}

/** Escapes that may precede an email address. They may end in a letter that does not belong to the address. */
const ESCAPES = ['%[0-9a-f][0-9a-f]', '\\\\[nrtbf]', '\\\\u[0-9a-f][0-9a-f][0-9a-f][0-9a-f]'];

/**
 * Returns a case-insensitive PostgreSQL regular expression that finds a whole email address. `anna@example.org` matches in
 * `mailto:Anna%40example.org`, but not in `joanna@example.org` or `anna@example.org.uk`.
 */
export function createAddressPattern(address: string): string {
  const characters = Array.from(address.toLowerCase(), (character) =>
    /[a-z0-9]/.test(character) ? character : createSpellingPattern(character),
  );
  const before = ['(?<![a-z0-9._%+-])', ...ESCAPES.map((escape) => `(?<=${escape})`)].join('|');
  return `(?:${before})${characters.join('')}(?![a-z0-9-]|\\.[a-z0-9])`;
}

/**
 * Returns the longest run of letters and digits in an email address. A query can search for it cheaply, before it applies the pattern of the whole
 * address.
 */
export function findAddressHint(address: string): string {
  return (address.toLowerCase().match(/[a-z0-9]+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}
