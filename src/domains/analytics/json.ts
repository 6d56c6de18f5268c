/** Looking into JSON that came from elsewhere: nothing about it is sure. */

export type Json = Record<string, unknown>;

/** A JSON object. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that is a text, else empty text. */
export function textAt(value: unknown, name: string): string {
  const member = isRecord(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : '';
}

/** The objects of a member that is a list; none where it is not. */
export function recordsAt(value: unknown, name: string): Json[] {
  const member = isRecord(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as unknown[]).filter(isRecord) : [];
}

/** The texts of a member that is a list; none where it is not. */
export function textsAt(value: unknown, name: string): string[] {
  const member = isRecord(value) ? value[name] : undefined;
  return Array.isArray(member) ? (member as unknown[]).filter((one) => typeof one === 'string') : [];
}

/** Ordered by a text member, the case of letters aside. */
export function sortedBy(name: string, list: readonly Json[]): Json[] {
  return [...list].sort((a, b) => textAt(a, name).toLowerCase().localeCompare(textAt(b, name).toLowerCase()));
}
