/** Parsers of single values of import items. Services send numbers as strings, lists as single values, and many values as empty strings. */

/** An unparsed event of a batch. */
export type Item = Readonly<Record<string, unknown>>;

/** True if the value is an object: only objects are valid items and venues. */
export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the text of a member; undefined if it is missing, empty or not a text. */
export function textOf(item: Item, name: string): string | undefined {
  const value = item[name];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.toWellFormed() : '';
  return text.trim() === '' ? undefined : text;
}

const truths = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true']);

/** Returns the boolean of a member in any form (events.md 0.4); undefined if it is missing. */
export function flagOf(item: Item, name: string): boolean | undefined {
  const value = item[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return truths.has(value.trim().toLowerCase());
  return value === true || (typeof value === 'number' && value !== 0);
}

/** Returns the texts of a list or of a single value; undefined if it is missing. */
export function textsOf(item: Item, name: string): string[] | undefined {
  const value = item[name];
  if (value === undefined || value === null) return undefined;
  return [value].flat().flatMap((one) => textOf({ one }, 'one') ?? []);
}

/** Returns the number of a member; undefined for other values. */
export function numberOf(item: Item, name: string): number | undefined {
  const text = textOf(item, name);
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Returns the http(s) address of a member; undefined for other values. */
export function addressOf(item: Item, name: string): string | undefined {
  const text = textOf(item, name)?.trim();
  const protocol = text === undefined ? undefined : URL.parse(text)?.protocol;
  return protocol === 'http:' || protocol === 'https:' ? text : undefined;
}

/** Returns the address of the item's image. The image is a string, or an object with `url`. */
export function imageOf(item: Item): string | undefined {
  const { image } = item;
  return addressOf(isItem(image) ? image : item, isItem(image) ? 'url' : 'image');
}

/** Returns the global IDs of an item: its own first, then those of its originals. */
export function lineageOf(item: Item): string[] {
  return [...new Set([...(textsOf(item, 'global_id') ?? []), ...(textsOf(item, 'global_id_lineage') ?? [])])];
}

/** Removes null and undefined members. */
export function given<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as never;
}
