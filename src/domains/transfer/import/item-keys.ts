import { createHash } from 'node:crypto';
import type { WxrItem } from '../wxr/records.ts';

const hash = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** What an item is found by when it comes again. */
export interface ItemKeys {
  /** The item itself, number included. */
  own: string;
  /** What it shares with the same item of a site that got it by an import: everything but the number. */
  shared: string;
  /** The same two while it was a draft without a date. */
  earlier: readonly string[];
}

/**
 * Type, permanent address (number and title where none exists), number and date together name an item: numbers and addresses such as `http://localhost/?p=1` occur on many sites, and
 * some sites give one address to several items.
 */
export function keysOf(item: Pick<WxrItem, 'type' | 'guid' | 'id' | 'dateUtc' | 'title'>, source: string): ItemKeys {
  const address = item.guid === '' ? `${source} ${item.id} ${item.title}` : item.guid;
  const date = item.dateUtc.startsWith('0000') ? '' : item.dateUtc;
  const both = (moment: string) => ({ own: hash([item.type, address, moment, item.id]), shared: hash([item.type, address, moment]) });
  const { own, shared } = both(date);
  const draft = both('');
  return { own, shared, earlier: date === '' ? [] : [draft.own, draft.shared] };
}

/** What a comment is found by when its content comes again: numbers change on the way through another site. */
export function commentKey(comment: { id: string; dateUtc: string; date: string; author: string; content: string }): string {
  return hash([comment.dateUtc || comment.date, comment.author, comment.content]);
}
