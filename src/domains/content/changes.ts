import { notify, notifyBatch } from '#app/core/db/notify.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';

/** A write of content, as every process hears of it once it is committed. */
export interface ContentChange {
  id: number;
  kind: string;
  /** Status before; null for new content. */
  from: string | null;
  /** Status after; null for deleted content. */
  to: string | null;
}

const CHANNEL = 'content_changed';

/** Says in the transaction that a content changes; listeners hear of it when the transaction commits. */
export async function announceChange(tx: Tx, change: ContentChange): Promise<void> {
  await notify(tx, CHANNEL, JSON.stringify(change));
}

/** As `announceChange`, of several contents. */
export async function announceChanges(tx: Tx, changes: readonly ContentChange[]): Promise<void> {
  await notifyBatch(
    tx,
    CHANNEL,
    changes.map((change) => JSON.stringify(change)),
  );
}

/**
 * Calls back for every committed write of content on any process of the site; `onGap` when some may have been missed. Returns the way to
 * stop.
 */
export async function onContentChange(
  site: Site,
  heard: (change: ContentChange) => void,
  onGap?: () => void,
): Promise<() => Promise<void>> {
  return await site.db.listen(CHANNEL, (payload) => heard(JSON.parse(payload) as ContentChange), onGap);
}
