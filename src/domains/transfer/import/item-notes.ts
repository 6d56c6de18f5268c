import type { ImportNote } from '../importer.ts';
import type { WxrItem } from '../wxr/records.ts';

/** The account that counts an item. */
export const itemAccount = (item: Pick<WxrItem, 'type'>) => `item ${item.type.slice(0, 60) || '(no type)'}`;

/** A note about an item; what differs from item to item goes to `detail`, so that equal reasons can be counted together. */
export function itemNote(item: WxrItem, outcome: ImportNote['outcome'], reason: string, detail = ''): ImportNote {
  return {
    line: item.line,
    outcome,
    what: itemAccount(item),
    sourceId: item.id.slice(0, 40),
    title: short(item.title.trim(), 200),
    reason,
    detail: short(detail, 500),
  };
}

/** The beginning of a text, never half a sign. */
export function short(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

const NUMBER = /^[1-9]\d{0,19}$/;

/** A number of the other site; null for none. */
export function sourceNumber(text: string): string | null {
  return NUMBER.test(text) ? text : null;
}
