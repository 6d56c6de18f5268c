import { parseLooseBoolean } from '#app/core/text/loose-boolean.ts';

/** Values that a wizard sends, by name. Many wizards send all values as strings. */
export type SentValues = Readonly<Record<string, unknown>>;

/** True if the value is an object and not an array. */
export function isRecord(value: unknown): value is SentValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a member as a trimmed string. Returns an empty string if it is missing or neither a string nor a number. */
export function getString(sent: SentValues, name: string): string {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : '';
}

/** Returns a member as a boolean, in any spelling that `parseLooseBoolean` accepts. Returns undefined if it is missing. */
export function findFlag(sent: SentValues, name: string): boolean | undefined {
  return parseLooseBoolean(Object.hasOwn(sent, name) ? sent[name] : undefined);
}

const MAX_TABS = 100;

function parseTab(value: unknown): number | undefined {
  const number = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN;
  return Number.isInteger(number) && Math.abs(number) <= 1_000 ? number : undefined;
}

/** Returns a member as the number of a tab, or undefined if it is not one. */
export const findTab = (sent: SentValues, name: string) => parseTab(sent[name]);

/** Returns the elements of a list. The list may be an array, the values of an object, or a comma-separated string. */
function getList(sent: SentValues, name: string): unknown[] {
  const value = sent[name];
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : typeof value === 'string' ? value.split(',') : [];
}

/** Returns a list of tab numbers, without duplicates and other values. */
export function listTabs(sent: SentValues, name: string): number[] {
  return [...new Set(getList(sent, name).flatMap((element) => parseTab(element) ?? []))].slice(0, MAX_TABS);
}

/** Returns the trimmed strings of a list, without empty strings. */
export function listStrings(sent: SentValues, name: string): string[] {
  return getList(sent, name).flatMap((element) => (typeof element === 'string' && element.trim() !== '' ? [element.trim()] : []));
}

/** Fields that are not stored: nonces, and lists that the wizard received from the server. */
const technicalFields = new Set(['action_nonce', '_wpnonce', 'timezones', 'countries', 'currencies', 'rest_route']);
const MAX_FIELDS = 100;
const MAX_FIELD_LENGTH = 10_000;

/** Converts a value for storing: removes NUL from strings and replaces lone surrogates. */
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(toStorable);
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, element]) => [String(toStorable(name)), toStorable(element)]));
  return value;
}

/** Returns the values to store (docs/behaviour/events.md 6). Omits `technicalFields` and values that are too long. */
export function pickStoredValues(sent: SentValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent)
      .filter(([name, value]) => !technicalFields.has(name) && value !== undefined && JSON.stringify(value).length <= MAX_FIELD_LENGTH)
      .slice(0, MAX_FIELDS)
      .map(([name, value]) => [String(toStorable(name)), toStorable(value)]),
  );
}
