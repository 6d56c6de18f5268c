import type { ImportNote } from '../importer.ts';
import type { WxrItem } from '../wxr/records.ts';

/** Returns the name of the tally account that counts items of the type. */
export const describeItem = (item: Pick<WxrItem, 'type'>) => `item ${item.type.slice(0, 60) || '(no type)'}`;

/** Creates a note about an item. Put variable parts into `detail`, so that equal reasons can be counted together. */
export function createItemNote(item: WxrItem, outcome: ImportNote['outcome'], reason: string, detail = ''): ImportNote {
  return {
    line: item.line,
    outcome,
    what: describeItem(item),
    sourceId: item.id.slice(0, 40),
    title: truncate(item.title.trim(), 200),
    reason,
    detail: truncate(detail, 500),
  };
}

/** Truncates a string without splitting a surrogate pair. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

const SOURCE_ID = /^[1-9]\d{0,19}$/;

/** Returns an ID of the other site; null unless the string is a positive integer. */
export function parseSourceId(text: string): string | null {
  return SOURCE_ID.test(text) ? text : null;
}
