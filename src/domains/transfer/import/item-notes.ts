import type { ImportNote } from '../importer.ts';
import type { WxrItem } from '../wxr/records.ts';

/** Returns the tally account of an item. */
export const itemAccount = (item: Pick<WxrItem, 'type'>) => `item ${item.type.slice(0, 60) || '(no type)'}`;

/** Creates a note about an item. Put variable parts into `detail`, so that equal reasons can be counted together. */
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

/** Truncates a text without splitting a surrogate pair. */
export function short(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

const NUMBER = /^[1-9]\d{0,19}$/;

/** Returns an ID of the other site; null if missing. */
export function sourceNumber(text: string): string | null {
  return NUMBER.test(text) ? text : null;
}
