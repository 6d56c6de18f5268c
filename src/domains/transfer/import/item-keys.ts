import { createHash } from 'node:crypto';
import type { WxrItem } from '../wxr/records.ts';

const hash = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Keys that identify an item in later imports. */
export interface ItemKeys {
  /** Key of the item itself, including its ID. */
  own: string;
  /** Key without the ID, shared with the copy of the item on a site that imported it. */
  shared: string;
  /** The keys that the item had while it was a draft without a date; empty if it has no date now. */
  earlier: readonly string[];
}

/**
 * Returns keys made of an item's type, GUID (or site, ID and title), ID and date together, because IDs and GUIDs such as
 * `http://localhost/?p=1` occur on many sites, and some sites give several items the same GUID.
 */
export function buildItemKeys(item: Pick<WxrItem, 'type' | 'guid' | 'id' | 'dateUtc' | 'title'>, source: string): ItemKeys {
  const guid = item.guid === '' ? `${source} ${item.id} ${item.title}` : item.guid;
  const date = item.dateUtc.startsWith('0000') ? '' : item.dateUtc;
  const buildKeysWithDate = (dateOrEmpty: string) => ({
    own: hash([item.type, guid, dateOrEmpty, item.id]),
    shared: hash([item.type, guid, dateOrEmpty]),
  });
  const { own, shared } = buildKeysWithDate(date);
  const draft = buildKeysWithDate('');
  return { own, shared, earlier: date === '' ? [] : [draft.own, draft.shared] };
}

/** Returns the key that identifies a comment in later imports. It excludes the ID, which changes when content passes through another site. */
export function buildCommentKey(comment: { dateUtc: string; date: string; author: string; content: string }): string {
  return hash([comment.dateUtc || comment.date, comment.author, comment.content]);
}
