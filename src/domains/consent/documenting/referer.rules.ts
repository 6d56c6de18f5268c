/** No address that is kept is longer. */
const MAX_CHARACTERS = 4_000;

/** An address as a consent keeps it; null for none, and for what is too long to be one. */
export function storableAddress(given: string | null | undefined): string | null {
  const address = given?.trim() ?? '';
  return address === '' || address.length > MAX_CHARACTERS ? null : address;
}

/** The address without its query: what the log is searched by. */
export function pureReferer(address: string): string {
  return address.split(/[?#]/, 1)[0] as string;
}
