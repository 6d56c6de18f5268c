const MAX_STEM_LENGTH = 80;
/** Device names of some operating systems, with any extension. */
const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns the last segment of a path whose segments are separated by `/` or `\`. */
function getBaseName(name: string): string {
  return name.split(/[\\/]/).at(-1) ?? '';
}

/** Returns the extension of a name without the dot, or an empty string. */
export function getExtension(name: string): string {
  return /^.+\.([^.]*)$/su.exec(getBaseName(name))?.[1]?.trim() ?? '';
}

/** Returns the name without its path and extension. */
export function getStem(name: string): string {
  return getBaseName(name)
    .replace(/(?<=.)\.[^.]*$/su, '')
    .trim();
}

/**
 * Converts a name to the stem of a stored name. The stem is never empty and contains only ASCII letters, digits, `-` and `_`, so that it is safe in
 * paths, URLs and headers. Dots are removed too, because only the content determines the file type.
 */
export function cleanStem(name: string): string {
  const stem = getStem(name)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, MAX_STEM_LENGTH)
    .replace(/-+$/, '');
  return stem === '' ? 'file' : DEVICE_NAME.test(stem) ? `file-${stem}` : stem;
}
