/** Values sent by a wizard, by name; many are texts. */
export type Sent = Readonly<Record<string, unknown>>;

/** True if the value is an object and not a list. */
export function isMembers(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the trimmed text of a member; empty if it is missing or not a text. */
export function textOf(sent: Sent, name: string): string {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : '';
}

const truths = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true']);

/** Returns the boolean of a member in any form (events.md 0.4); undefined if it is missing. */
export function flagOf(sent: Sent, name: string): boolean | undefined {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return truths.has(value.trim().toLowerCase());
  return value === true || (typeof value === 'number' && value !== 0);
}

const MAX_TABS = 100;

function tabOf(value: unknown): number | undefined {
  const number = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN;
  return Number.isInteger(number) && Math.abs(number) <= 1_000 ? number : undefined;
}

/** Returns the number of a tab; undefined for other values. */
export const tabIn = (sent: Sent, name: string) => tabOf(sent[name]);

/** Returns the unique numbers of tabs. */
export function tabsIn(sent: Sent, name: string): number[] {
  const value = sent[name];
  const list = Array.isArray(value) ? value : isMembers(value) ? Object.values(value) : typeof value === 'string' ? value.split(',') : [];
  return [...new Set(list.flatMap((one) => tabOf(one) ?? []))].slice(0, MAX_TABS);
}

/** Returns the texts of a list in any form. */
export function textsIn(sent: Sent, name: string): string[] {
  const value = sent[name];
  const list = Array.isArray(value) ? value : isMembers(value) ? Object.values(value) : typeof value === 'string' ? value.split(',') : [];
  return list.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []));
}

/** Fields that are not stored: nonces, and lists that the server sent to the wizard. */
const notKept = new Set(['action_nonce', '_wpnonce', 'timezones', 'countries', 'currencies', 'rest_route']);
const MAX_FIELDS = 100;
const LONGEST_FIELD = 10_000;

/** Converts a value for storing: removes NUL and lone surrogates from texts. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (isMembers(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [String(storable(name)), storable(one)]));
  return value;
}

/** Returns the values to store (events.md 6), without nonces, lists and oversized values. */
export function keptOf(sent: Sent): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent)
      .filter(([name, value]) => !notKept.has(name) && value !== undefined && JSON.stringify(value).length <= LONGEST_FIELD)
      .slice(0, MAX_FIELDS)
      .map(([name, value]) => [String(storable(name)), storable(value)]),
  );
}
