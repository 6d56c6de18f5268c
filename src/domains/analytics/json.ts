/** Functions that read untrusted JSON. */

export type Json = Record<string, unknown>;

/** True for a JSON object. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a text member, or an empty string if it is not a text. */
export function textAt(value: unknown, name: string): string {
  const member = isRecord(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : '';
}

/** Returns the objects of a list member, or an empty list. */
export function recordsAt(value: unknown, name: string): Json[] {
  const member = isRecord(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as unknown[]).filter(isRecord) : [];
}

/** Returns the texts of a list member, or an empty list. */
export function textsAt(value: unknown, name: string): string[] {
  const member = isRecord(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as unknown[]).filter((one) => typeof one === 'string') : [];
}

/** Sorts by a text member, ignoring case. */
export function sortedBy(name: string, list: readonly Json[]): Json[] {
  return [...list].sort((a, b) => textAt(a, name).toLowerCase().localeCompare(textAt(b, name).toLowerCase()));
}
