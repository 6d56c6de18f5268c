/** Maximum length of a stored URL. */
const MAX_CHARACTERS = 4_000;

/** Returns the URL of a page without surrounding spaces. Null if the URL is empty or too long to store. */
export function toStorableUrl(url: string | null | undefined): string | null {
  const trimmed = url?.trim() ?? '';
  return trimmed === '' || trimmed.length > MAX_CHARACTERS ? null : trimmed;
}

/** Returns a URL without its query and fragment. Filters of the consent log use this form. */
export function toPureReferer(url: string): string {
  return url.split(/[?#]/, 1)[0] as string;
}
