import type { Tx } from '../core/db/database.ts';
import type { Site } from '../site.ts';
import { type ContentRecord, recordColumns, recordOf, type RecordRow } from './record.ts';
import { settleDueContent } from './schedule.service.ts';
import { utcNow } from './site-time.ts';

const byIds = `SELECT ${recordColumns} FROM content c WHERE c.id = ANY($1::int[])`;

/** The contents with these ids, of any kind and status, in no particular order; unknown ids are left out. One statement. */
export async function loadContents(site: Site, ids: readonly number[]): Promise<ContentRecord[]> {
  if (ids.length === 0) return [];
  await settleDueContent(site);
  const rows = await site.db.sql<RecordRow>(byIds, [ids], 'contents_by_id');
  const now = utcNow();
  return rows.map((row) => recordOf(row, now));
}

/** The content with this id, whoever asks; null when there is none. */
export async function loadContent(site: Site, id: number): Promise<ContentRecord | null> {
  const [record] = await loadContents(site, [id]);
  return record ?? null;
}

/** The content as the transaction sees it; with `lock` no other transaction changes it meanwhile. Null when there is none. */
export async function readContent(tx: Tx, id: number, lock = false): Promise<{ record: ContentRecord; storedStatus: string } | null> {
  const [row] = await tx.$queryRawUnsafe<RecordRow[]>(
    `SELECT ${recordColumns} FROM content c WHERE c.id = $1${lock ? ' FOR UPDATE OF c' : ''}`,
    id,
  );
  return row ? { storedStatus: row.status, record: recordOf(row, utcNow()) } : null;
}
