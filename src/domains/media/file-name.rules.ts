const LONGEST = 80;
/** Names that some operating systems keep for devices, whatever follows the dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** The last part of a sender's path, whichever sign parts it. */
function baseOf(name: string): string {
  return name.split(/[\\/]/).at(-1) ?? '';
}

/** What a sender's name ends with, without the dot; empty for a name without a dot, or with nothing before it. */
export function endingOf(name: string): string {
  return /^.+\.([^.]*)$/su.exec(baseOf(name))?.[1]?.trim() ?? '';
}

/** The sender's name without path and ending, for a title. */
export function stemOf(name: string): string {
  return baseOf(name)
    .replace(/(?<=.)\.[^.]*$/su, '')
    .trim();
}

/**
 * The stem of a stored name: ASCII letters, digits, `-` and `_` only, so that it means the same in a path, an address and a header whatever the
 * sender wrote; never empty. Dots go too: no name but the content decides what a file is.
 */
export function safeStem(name: string): string {
  const plain = stemOf(name)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, LONGEST)
    .replace(/-+$/, '');
  return plain === '' ? 'file' : DEVICES.test(plain) ? `file-${plain}` : plain;
}
