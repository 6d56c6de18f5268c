import { notify } from '#app/core/db/notify.ts';
import type { FeedChannel } from '#app/core/feed/feed.ts';
import type { Site } from '#app/site.ts';
import { loadRowsInOrder } from '#app/core/batching/grouped-reads.ts';
import type { Tx } from '#app/core/db/database.ts';
import { type ImportRecord, loadImports } from './import.record.ts';

const CHANNEL = 'event_import_changed';

/** Notifies subscribers that an import changed, when the transaction commits. */
export async function notifyImportChanged(tx: Tx, id: number): Promise<void> {
  await notify(tx, CHANNEL, String(id));
}

/** Change of an import that is sent to subscribers. `change` is the import's ID; `record` is null if the import no longer exists. */
export interface ImportEvent {
  change: number;
  record: ImportRecord | null;
}

/** Channel for changes of imports. It receives the IDs of changed imports, then loads the imports. */
export const importChanges: FeedChannel<Site, number, ImportEvent> = {
  name: CHANNEL,
  listen: (site, onChange, onGap) => site.db.listen(CHANNEL, (payload) => onChange(Number(payload)), onGap),
  async load(site, ids) {
    const records = await loadRowsInOrder(ids, (distinctIds) => loadImports(site, distinctIds));
    return ids.map((id, i) => ({ change: id, record: records[i] ?? null }));
  },
};
