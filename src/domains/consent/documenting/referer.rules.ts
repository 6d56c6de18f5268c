/** Maximum length of a stored address. */
const MAX_CHARACTERS = 4_000;

/** Returns an address to store. Null if it is empty or too long. */
export function storableAddress(given: string | null | undefined): string | null {
  const address = given?.trim() ?? '';
  return address === '' || address.length > MAX_CHARACTERS ? null : address;
}

/** Returns the address without its query. Filters of the log use this form. */
export function pureReferer(address: string): string {
  return address.split(/[?#]/, 1)[0] as string;
}
