/** Ways in which a character that is no letter or digit stands in texts: itself, in an address, in markup, in JSON. */
function anyWay(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const ways = [`[${character === '^' || character === ']' || character === '\\' ? `\\${character}` : character}]`];
  if (code < 0x80) ways.push(`%${hex.padStart(2, '0')}`);
  ways.push(`&#0*${code};`, `&#x0*${hex};`, `\\\\u${hex.padStart(4, '0')}`);
  if (character === '@') ways.push('&commat;');
  if (character === '.') ways.push('&period;');
  if (character === '+') ways.push('&plus;');
  return `(?:${ways.join('|')})`;
}

/** What may stand before an address that is no part of a longer one, though it ends in a letter: the end of an escape. */
const ESCAPES = ['%[0-9a-f][0-9a-f]', '\\\\[nrtbf]', '\\\\u[0-9a-f][0-9a-f][0-9a-f][0-9a-f]'];

/**
 * Regular expression for PostgreSQL (to be used without regard to case) of an address that stands alone: `anna@example.org` is found in
 * `mailto:Anna%40example.org`, and not in `joanna@example.org` or `anna@example.org.uk`, which belong to others.
 */
export function addressPattern(address: string): string {
  const characters = Array.from(address.toLowerCase(), (one) => (/[a-z0-9]/.test(one) ? one : anyWay(one)));
  const before = ['(?<![a-z0-9._%+-])', ...ESCAPES.map((escape) => `(?<=${escape})`)].join('|');
  return `(?:${before})${characters.join('')}(?![a-z0-9-]|\\.[a-z0-9])`;
}

/** The longest run of letters and digits of an address. */
export function addressHint(address: string): string {
  return (address.toLowerCase().match(/[a-z0-9]+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}
