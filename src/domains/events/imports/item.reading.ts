/** How single values of an import's items are read: services send numbers as texts, lists as one value, and much as nothing. */

/** One event of a batch as it was sent: nothing of it is known yet. */
export type Item = Readonly<Record<string, unknown>>;

/** Whether the value is an object, which alone can be an item or a venue of one. */
export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a member; undefined when it is not given, empty or no text. */
export function textOf(item: Item, name: string): string | undefined {
  const value = item[name];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.toWellFormed() : '';
  return text.trim() === '' ? undefined : text;
}

const truths = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true']);

/** True or false of a member in any form (events.md 0.4); undefined when it is not given. */
export function flagOf(item: Item, name: string): boolean | undefined {
  const value = item[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return truths.has(value.trim().toLowerCase());
  return value === true || (typeof value === 'number' && value !== 0);
}

/** The texts of a list, or of one value; undefined when it is not given. */
export function textsOf(item: Item, name: string): string[] | undefined {
  const value = item[name];
  if (value === undefined || value === null) return undefined;
  return [value].flat().flatMap((one) => textOf({ one }, 'one') ?? []);
}

/** The number of a member; undefined for anything else. */
export function numberOf(item: Item, name: string): number | undefined {
  const text = textOf(item, name);
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** The http(s) address of a member; undefined for anything else. */
export function addressOf(item: Item, name: string): string | undefined {
  const text = textOf(item, name)?.trim();
  const protocol = text === undefined ? undefined : URL.parse(text)?.protocol;
  return protocol === 'http:' || protocol === 'https:' ? text : undefined;
}

/** Address of the image of an item: a text, or an object with one. */
export function imageOf(item: Item): string | undefined {
  const { image } = item;
  return addressOf(isItem(image) ? image : item, isItem(image) ? 'url' : 'image');
}

/** The global ids that an item carries: its own first, then those of what it was copied from. */
export function lineageOf(item: Item): string[] {
  return [...new Set([...(textsOf(item, 'global_id') ?? []), ...(textsOf(item, 'global_id_lineage') ?? [])])];
}

/** The object without members that are not given. */
export function given<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as never;
}
