import { addToTally, type Tally } from '../tally.ts';
import type { WxrItem } from '../wxr/records.ts';
import { describeItem } from './item-notes.ts';
import type { PreparedItem } from './prepare-item.ts';

/** Counts an item with its parts except comments. */
export function countItem(tally: Tally, item: WxrItem, outcome: 'alreadyHere' | 'skipped'): void {
  addToTally(tally, describeItem(item), outcome);
  addToTally(tally, 'post meta', outcome, item.meta.length);
  addToTally(tally, 'term on an item', outcome, item.terms.length);
}

/** Counts a skipped item with its comments. */
export function countSkipped(tally: Tally, item: WxrItem): void {
  countItem(tally, item, 'skipped');
  addToTally(tally, 'comment', 'skipped', item.comments.length);
  addToTally(
    tally,
    'comment meta',
    'skipped',
    item.comments.reduce((sum, { meta }) => sum + meta.length, 0),
  );
}

/** Counts a new item with its parts except comments. */
export function countImported(tally: Tally, { item, metaSkipped, termsSkipped }: PreparedItem): void {
  addToTally(tally, describeItem(item), 'imported');
  addToTally(tally, 'post meta', 'skipped', metaSkipped);
  addToTally(tally, 'post meta', 'imported', item.meta.length - metaSkipped);
  addToTally(tally, 'term on an item', 'skipped', termsSkipped);
  addToTally(tally, 'term on an item', 'imported', item.terms.length - termsSkipped);
}
