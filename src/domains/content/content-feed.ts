import { type ContentChange, onContentChange } from '../content/changes.ts';
import { loadContent } from '../content/content.reader.ts';
import type { ContentRecord } from '../content/record.ts';
import type { FeedChannel } from '#app/core/feed/feed.ts';

/** A committed write, with the content as it is now; null when it is gone. */
export interface ContentEvent {
  change: ContentChange;
  content: ContentRecord | null;
}

/** What is told of content. */
export const contentChanges: FeedChannel<ContentChange, ContentEvent> = {
  name: 'content_changed',
  listen: onContentChange,
  load: async (site, change) => ({ change, content: change.to === null ? null : await loadContent(site, change.id) }),
};
