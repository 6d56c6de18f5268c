import type { Tx } from '#app/core/db/database.ts';
import { anyId } from '#app/core/db/any-id.ts';
import { withColumns } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { type ContentRecord, recordColumns } from './record.ts';

const byIds = statement('contents_by_id', `SELECT ${recordColumns.list} FROM content c WHERE c.id = ${anyId('$1')}`, recordColumns);

/** Returns content of any kind and status by ID, in no particular order. Omits unknown IDs. Runs one statement. */
export async function loadContentItems(site: Site, ids: readonly number[]): Promise<ContentRecord[]> {
  return ids.length === 0 ? [] : await site.db.rows(byIds, [ids]);
}

/** Returns the content with this ID, or null. Does not check permissions. */
export async function loadContent(site: Site, id: number): Promise<ContentRecord | null> {
  const [record] = await loadContentItems(site, [id]);
  return record ?? null;
}

/** Row lock: `change` blocks other changes, `removal` also blocks new references to the row. */
export type ContentLock = 'change' | 'removal';

const readStatement = (name: string, lock: string) =>
  statement(
    name,
    `SELECT ${recordColumns.list}, c.status AS "storedStatus" FROM content c WHERE c.id = $1${lock}`,
    withColumns(recordColumns, { storedStatus: 'text' }),
  );
const readUnlocked = readStatement('content_to_read', '');
const readLocked = {
  change: readStatement('content_to_change', ' FOR NO KEY UPDATE OF c'),
  removal: readStatement('content_to_remove', ' FOR UPDATE OF c'),
} as const;

/** Reads content inside a transaction, with an optional lock. Returns null for an unknown ID. */
export async function readContent(
  tx: Tx,
  id: number,
  lock: ContentLock | null = null,
): Promise<{ record: ContentRecord; storedStatus: string } | null> {
  const [record] = await queryIn(tx, lock ? readLocked[lock] : readUnlocked, id);
  return record ? { storedStatus: record.storedStatus, record } : null;
}
