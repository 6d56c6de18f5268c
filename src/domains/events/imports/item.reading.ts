import { parseLooseBoolean } from '#app/core/text/loose-boolean.ts';

/** Parsers of single values of import items. Services send numbers as strings, lists as single values, and many values as empty strings. */

/** An unparsed event of a batch. */
export type RawItem = Readonly<Record<string, unknown>>;

/** True if the value is an object: only objects are valid items and venues. */
export function isObject(value: unknown): value is RawItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the text of a member; undefined if it is missing, empty or not a text. */
export function readText(item: RawItem, name: string): string | undefined {
  const value = item[name];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.toWellFormed() : '';
  return text.trim() === '' ? undefined : text;
}

/** Returns the boolean of a member in any form; undefined if it is missing. */
export const readFlag = (item: RawItem, name: string): boolean | undefined => parseLooseBoolean(item[name]);

/** Returns the texts of a list or of a single value; undefined if it is missing. */
export function readTexts(item: RawItem, name: string): string[] | undefined {
  const value = item[name];
  if (value === undefined || value === null) return undefined;
  return [value].flat().flatMap((element) => readText({ element }, 'element') ?? []);
}

/** Returns the number of a member; undefined for other values. */
export function readNumber(item: RawItem, name: string): number | undefined {
  const text = readText(item, name);
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Returns the http(s) address of a member; undefined for other values. */
export function readAddress(item: RawItem, name: string): string | undefined {
  const text = readText(item, name)?.trim();
  const protocol = text === undefined ? undefined : URL.parse(text)?.protocol;
  return protocol === 'http:' || protocol === 'https:' ? text : undefined;
}

/** Returns the address of the item's image. The image is a string, or an object with `url`. */
export function readImage(item: RawItem): string | undefined {
  const { image } = item;
  return readAddress(isObject(image) ? image : item, isObject(image) ? 'url' : 'image');
}

/** Returns the global IDs of an item: its own first, then those of its originals. */
export function readLineage(item: RawItem): string[] {
  return [...new Set([...(readTexts(item, 'global_id') ?? []), ...(readTexts(item, 'global_id_lineage') ?? [])])];
}
