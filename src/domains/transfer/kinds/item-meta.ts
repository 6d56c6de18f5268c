import { cleanText } from '#app/core/text/plain-text.ts';
import type { WxrMeta } from '../wxr/records.ts';

/** The meta of one item by key. */
export class ItemMeta {
  readonly #values: ReadonlyMap<string, readonly WxrMeta[]>;

  constructor({ meta }: { meta: readonly WxrMeta[] }) {
    this.#values = Map.groupBy(meta, ({ key }) => key);
  }

  /** Returns all values of a key, in the order of the file. */
  getAll(key: string): string[] {
    return (this.#values.get(key) ?? []).map(({ value }) => value);
  }

  /** Returns the first value of a key, trimmed; undefined if missing. */
  getFirst(key: string): string | undefined {
    return this.getAll(key)[0]?.trim();
  }

  /** Returns the first value as one line of text without markup; empty if missing. */
  getText(key: string): string {
    return cleanText(this.getFirst(key) ?? '');
  }

  /** Returns the value of a boolean key; undefined if missing. */
  getFlag(key: string): boolean | undefined {
    const value = this.getFirst(key);
    return value === undefined ? undefined : /^(1|true|yes|on)$/i.test(value);
  }

  /**
   * Returns the first value as an HTTP URL, with `http://` if it has no scheme. Null if the value is not an HTTP URL, empty if it is empty,
   * undefined if it is missing.
   */
  getWebUrl(key: string): string | null | undefined {
    const value = this.getFirst(key);
    if (value === undefined || value === '') return value;
    const url = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(value) ? value : `http://${value.replace(/^\/+/, '')}`;
    const parsed = URL.parse(url);
    return (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') && !/[\s<>"'`]/.test(url) ? url : null;
  }
}

/** Reason of a note about an omitted website. */
export const INVALID_WEBSITE = 'its website is not a web address: it was left out';

/** Returns a boolean in the format of files. */
export const formatFlag = (value: boolean) => (value ? '1' : '');

/** Converts entries to meta. Omits entries without a value. */
export function toMeta(values: readonly (readonly [key: string, value: string | null | undefined])[]): WxrMeta[] {
  return values.flatMap(([key, value]) => (value === null || value === undefined || value === '' ? [] : [{ key, value }]));
}
