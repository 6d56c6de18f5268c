// Functions that read untrusted JSON.

export type Json = Record<string, unknown>;

/** True for a JSON object. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a member that is a string. Returns an empty string for any other value. */
export function getString(value: unknown, name: string): string {
  const member = isRecord(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : '';
}

/** Returns the objects in a member that is a list. Omits other items. Returns an empty list if the member is not a list. */
export function getRecords(value: unknown, name: string): Json[] {
  const member = isRecord(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as unknown[]).filter(isRecord) : [];
}

/** Returns the strings in a member that is a list. Omits other items. Returns an empty list if the member is not a list. */
export function getStrings(value: unknown, name: string): string[] {
  const member = isRecord(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as unknown[]).filter((item) => typeof item === 'string') : [];
}

/** Returns the objects sorted by a string member, ignoring case. */
export function sortByMember(name: string, list: readonly Json[]): Json[] {
  return [...list].sort((a, b) => getString(a, name).toLowerCase().localeCompare(getString(b, name).toLowerCase()));
}
