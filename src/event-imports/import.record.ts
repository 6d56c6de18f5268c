import type { Site } from '../site.ts';
import { type Activity, activityOf } from './activity.ts';

/** States of an import (events.md 5.1); callbacks are taken while it is pending. */
export const importStatuses = ['pending', 'success', 'failed', 'draft', 'schedule'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What happens to events that an import finds here already (events.md 5.2). */
export const authorities = ['overwrite', 'retain', 'preserve_changes'] as const;
export type Authority = (typeof authorities)[number];

/** An import as it is read. */
export interface ImportRecord {
  id: number;
  importId: string;
  origin: string;
  status: ImportStatus;
  /** Status of the events it makes. */
  postStatus: string;
  authority: Authority;
  /** Keyed hash of what the next batch must carry; null once the import is over. */
  nextBatchHash: string | null;
  percentageComplete: number;
  totalEvents: number;
  activity: Activity;
  authorId: number | null;
  createdUtc: Date;
  modifiedUtc: Date;
}

/** The columns of an `ImportRecord` for the row `i`. */
export const importColumns = `i.id, i.import_id AS "importId", i.origin, i.status, i.post_status AS "postStatus", i.authority,
  i.next_batch_hash AS "nextBatchHash", i.percentage_complete AS "percentageComplete", i.total_events AS "totalEvents", i.activity,
  i.author_id AS "authorId", i.created_utc AS "createdUtc", i.modified_utc AS "modifiedUtc"`;

/** Makes a record of a row. */
export function importOf(row: ImportRecord): ImportRecord {
  return { ...row, activity: activityOf(row.activity) };
}

const byImportId = `SELECT ${importColumns} FROM event_import i WHERE i.import_id = $1`;
const byId = `SELECT ${importColumns} FROM event_import i WHERE i.id = ANY($1::int[])`;

/** The import of this import id; null when there is none. */
export async function findImport(site: Site, importId: string): Promise<ImportRecord | null> {
  if (importId.includes('\0')) return null;
  const [row] = await site.db.sql<ImportRecord>(byImportId, [importId], 'event_import_by_import_id');
  return row ? importOf(row) : null;
}

/** The imports with these numbers, in no particular order. */
export async function loadImports(site: Site, ids: readonly number[]): Promise<ImportRecord[]> {
  return (await site.db.sql<ImportRecord>(byId, [ids], 'event_imports_by_id')).map(importOf);
}

/** Something that went wrong with an import. */
export interface ImportError {
  code: string;
  message: string;
  createdUtc: Date;
}

const errorsOf = `SELECT event_import_id AS "of", code, message, created_utc AS "createdUtc" FROM event_import_error
  WHERE event_import_id = ANY($1::int[]) ORDER BY id`;

/** What went wrong with each of these imports, oldest first, in their order. One statement. */
export async function loadImportErrors(site: Site, ids: readonly number[]): Promise<ImportError[][]> {
  const rows = await site.db.sql<ImportError & { of: number }>(errorsOf, [ids], 'event_import_errors');
  return ids.map((id) => rows.filter((row) => row.of === id));
}
