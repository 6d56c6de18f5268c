import { createHash } from 'node:crypto';
import type { WxrItem } from '../wxr/records.ts';

const hash = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Keys that identify an item in later imports. */
export interface ItemKeys {
  /** Key of the item itself, including its ID. */
  own: string;
  /** Key without the ID, shared with the copy of the item on a site that imported it. */
  shared: string;
  /** The same two keys from when it was a draft without a date. */
  earlier: readonly string[];
}

/**
 * Identifies an item by type, permanent address (or ID and title), ID and date together. IDs and addresses such as `http://localhost/?p=1` occur on many
 * sites, and some sites give several items the same address.
 */
export function keysOf(item: Pick<WxrItem, 'type' | 'guid' | 'id' | 'dateUtc' | 'title'>, source: string): ItemKeys {
  const address = item.guid === '' ? `${source} ${item.id} ${item.title}` : item.guid;
  const date = item.dateUtc.startsWith('0000') ? '' : item.dateUtc;
  const both = (moment: string) => ({ own: hash([item.type, address, moment, item.id]), shared: hash([item.type, address, moment]) });
  const { own, shared } = both(date);
  const draft = both('');
  return { own, shared, earlier: date === '' ? [] : [draft.own, draft.shared] };
}

/** Returns the key of a comment in later imports. Excludes IDs, which change when content passes through another site. */
export function commentKey(comment: { id: string; dateUtc: string; date: string; author: string; content: string }): string {
  return hash([comment.dateUtc || comment.date, comment.author, comment.content]);
}
