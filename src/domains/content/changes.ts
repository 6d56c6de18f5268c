import { notify, notifyBatch } from '#app/core/db/notify.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';

/** A committed write of content, sent to every process. */
export interface ContentChange {
  id: number;
  kind: string;
  /** Previous status. Null for new content. */
  from: string | null;
  /** New status. Null for deleted content. */
  to: string | null;
}

const CHANNEL = 'content_changed';

/** Queues a notification about a changed content item. Listeners receive it when the transaction commits. */
export async function notifyContentChange(tx: Tx, change: ContentChange): Promise<void> {
  await notify(tx, CHANNEL, JSON.stringify(change));
}

/** Queues notifications about several changed content items; see `notifyContentChange`. */
export async function notifyContentChanges(tx: Tx, changes: readonly ContentChange[]): Promise<void> {
  await notifyBatch(
    tx,
    CHANNEL,
    changes.map((change) => JSON.stringify(change)),
  );
}

/**
 * Calls `listener` for every committed write of content in any process of the site, and `onGap` if writes may have been missed. Returns a function
 * that stops listening.
 */
export async function listenToContentChanges(
  site: Site,
  listener: (change: ContentChange) => void,
  onGap?: () => void,
): Promise<() => Promise<void>> {
  return await site.db.listen(CHANNEL, (payload) => listener(JSON.parse(payload) as ContentChange), onGap);
}
