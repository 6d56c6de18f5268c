import { cleanText } from '#app/core/text/plain-text.ts';
import type { WxrMeta } from '../wxr/records.ts';

/** The meta of one item by key, as kinds read it. */
export class ItemMeta {
  readonly #values: ReadonlyMap<string, readonly WxrMeta[]>;

  constructor({ meta }: { meta: readonly WxrMeta[] }) {
    this.#values = Map.groupBy(meta, ({ key }) => key);
  }

  /** All values of a key, in the order of the file. */
  all(key: string): string[] {
    return (this.#values.get(key) ?? []).map(({ value }) => value);
  }

  /** The first value of a key, trimmed; undefined when the item has none. */
  first(key: string): string | undefined {
    return this.all(key)[0]?.trim();
  }

  /** The same as text of one line without markup; empty when the item has none. */
  text(key: string): string {
    return cleanText(this.first(key) ?? '');
  }

  /** Whether a key says yes; undefined when the item has none. */
  flag(key: string): boolean | undefined {
    const value = this.first(key);
    return value === undefined ? undefined : /^(1|true|yes|on)$/i.test(value);
  }

  /** A web address, with `http://` where no scheme is said; null for one that no link may lead to. */
  address(key: string): string | null | undefined {
    const value = this.first(key);
    if (value === undefined || value === '') return value;
    const whole = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(value) ? value : `http://${value.replace(/^\/+/, '')}`;
    const url = URL.parse(whole);
    return (url?.protocol === 'http:' || url?.protocol === 'https:') && !/[\s<>"'`]/.test(whole) ? whole : null;
  }
}

/** What a report says of an address that was left out. */
export const ODD_ADDRESS = 'its website is no web address and was left out';

/** A flag as files write it. */
export const flagText = (value: boolean) => (value ? '1' : '');

/** The meta of these keys that have a value. */
export function metaOf(values: readonly (readonly [key: string, value: string | null | undefined])[]): WxrMeta[] {
  return values.flatMap(([key, value]) => (value === null || value === undefined || value === '' ? [] : [{ key, value }]));
}
