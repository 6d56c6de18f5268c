/** Maximum length of a stored address. */
const MAX_CHARACTERS = 4_000;

/** Returns a page address without surrounding spaces. Null if it is empty or too long to store. */
export function toStorableUrl(url: string | null | undefined): string | null {
  const address = url?.trim() ?? '';
  return address === '' || address.length > MAX_CHARACTERS ? null : address;
}

/** Returns an address without its query and fragment. Filters of the log use this form. */
export function toPureReferer(address: string): string {
  return address.split(/[?#]/, 1)[0] as string;
}
