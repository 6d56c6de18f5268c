import { parseLooseBoolean } from '#app/core/text/loose-boolean.ts';

/** Parsers for single values of import items. Services send numbers as strings, single values instead of lists, and empty strings instead of null. */

/** An unparsed event of a batch. */
export type RawItem = Readonly<Record<string, unknown>>;

/** True if the value is an object: only objects are valid items and venues. */
export function isObject(value: unknown): value is RawItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a member as a string; undefined if it is missing, blank, or neither a string nor a number. */
export function readString(item: RawItem, name: string): string | undefined {
  const value = item[name];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.toWellFormed() : '';
  return text.trim() === '' ? undefined : text;
}

/** Returns a member as a boolean, which services send in several spellings; undefined if it is missing. */
export const readFlag = (item: RawItem, name: string): boolean | undefined => parseLooseBoolean(item[name]);

/** Returns a member as a list of strings; a single value becomes a list. Omits blank elements. Undefined if the member is missing. */
export function readStrings(item: RawItem, name: string): string[] | undefined {
  const value = item[name];
  if (value === undefined || value === null) return undefined;
  return [value].flat().flatMap((element) => readString({ element }, 'element') ?? []);
}

/** Returns a member as a number; undefined for other values. */
export function readNumber(item: RawItem, name: string): number | undefined {
  const text = readString(item, name);
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Returns a member that is an http(s) URL; undefined for other values. */
export function readUrl(item: RawItem, name: string): string | undefined {
  const text = readString(item, name)?.trim();
  const protocol = text === undefined ? undefined : URL.parse(text)?.protocol;
  return protocol === 'http:' || protocol === 'https:' ? text : undefined;
}

/** Returns the URL of the item's image, which is a string or an object with `url`; undefined if none exists. */
export function readImage(item: RawItem): string | undefined {
  const { image } = item;
  return readUrl(isObject(image) ? image : item, isObject(image) ? 'url' : 'image');
}

/** Returns the global IDs of an item: first its own, then those of the originals from which it was copied. */
export function readLineage(item: RawItem): string[] {
  return [...new Set([...(readStrings(item, 'global_id') ?? []), ...(readStrings(item, 'global_id_lineage') ?? [])])];
}
