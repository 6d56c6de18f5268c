import { type ContentChange, listenToContentChanges } from '../content/changes.ts';
import { loadContentItems } from '../content/content.reader.ts';
import type { ContentRecord } from '../content/record.ts';
import type { FeedChannel } from '#app/core/feed/feed.ts';
import type { Site } from '#app/site.ts';
import { loadRowsInOrder } from '#app/core/batching/grouped-reads.ts';

/** A committed write with the current content; `content` is null if it was deleted. */
export interface ContentEvent {
  change: ContentChange;
  content: ContentRecord | null;
}

/** Feed of content changes for subscribers. */
export const contentChanges: FeedChannel<Site, ContentChange, ContentEvent> = {
  name: 'content_changed',
  listen: listenToContentChanges,
  async load(site, changes) {
    const ids = changes.map(({ id, to }) => (to === null ? null : id));
    const items = await loadRowsInOrder(ids, (distinctIds) => loadContentItems(site, distinctIds));
    return changes.map((change, i) => ({ change, content: items[i] ?? null }));
  },
};
