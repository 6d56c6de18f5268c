import { columns, mapShape, withColumns } from '#app/core/db/columns.ts';
import { anyId } from '#app/core/db/any-id.ts';
import type { Override, Row } from '#app/core/db/model.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';

/** Statuses of an import (docs/behaviour/events.md 5.1). Only pending imports accept callbacks. */
export const importStatuses = ['pending', 'success', 'failed', 'draft', 'schedule'] as const;
/** Status of an import. */
export type ImportStatus = (typeof importStatuses)[number];

/** Policies for events that exist already (docs/behaviour/events.md 5.2). */
export const authorities = ['overwrite', 'retain', 'preserve_changes'] as const;
/** Policy of an import for events that exist already. */
export type Authority = (typeof authorities)[number];

/** An import without the hash of its next batch. */
export type ImportRecord = Override<
  Row<'EventImport'>,
  {
    status: ImportStatus;
    authority: Authority;
    /** Secret of the first batch; only in the result of creating the import. */
    batchHash?: string;
  }
>;

const columnsOfImport = columns('EventImport', 'i');

/** Columns of an `ImportRecord` from the row `i`. */
export const importColumns = {
  list: columnsOfImport.list,
  ...mapShape(columnsOfImport, (row) => row as ImportRecord),
};

const byImportId = statement(
  'event_import_by_import_id',
  `SELECT ${columnsOfImport.list}, i.next_batch_hash AS "nextBatchHash" FROM event_import i WHERE i.import_id = $1`,
  withColumns(importColumns, { nextBatchHash: 'text?' }),
);
const byId = statement(
  'event_imports_by_id',
  `SELECT ${columnsOfImport.list} FROM event_import i WHERE i.id = ${anyId('$1')}`,
  importColumns,
);

/**
 * Returns the import with this import ID; null if none exists. `nextBatchHash` is the keyed hash of the secret that the next batch must
 * contain; null after the import has ended.
 */
export async function findImport(site: Site, importId: string): Promise<(ImportRecord & { nextBatchHash: string | null }) | null> {
  if (importId.includes('\0')) return null;
  const [record] = await site.db.rows(byImportId, [importId]);
  return record ?? null;
}

/** Returns the imports with these IDs, in no particular order. */
export async function loadImports(site: Site, ids: readonly number[]): Promise<ImportRecord[]> {
  return await site.db.rows(byId, [ids]);
}

/** Filters of a list of imports. Omitted members do not filter. */
export interface ImportConditions {
  importId?: string | undefined;
  status?: ImportStatus | undefined;
  origin?: string | undefined;
  authorId?: number | undefined;
}

/** Returns imports, newest first, with the selected fields. */
export async function listImports(
  site: Site,
  conditions: ImportConditions,
  args: Pick<Prisma.EventImportFindManyArgs, 'include' | 'select' | 'cursor' | 'take' | 'skip'>,
): Promise<ImportRecord[]> {
  return (await site.db.prisma.eventImport.findMany({
    ...args,
    where: whereImport(conditions),
    orderBy: { id: 'desc' },
  })) as ImportRecord[];
}

/** Counts imports. */
export async function countImports(site: Site, conditions: ImportConditions): Promise<number> {
  return await site.db.prisma.eventImport.count({ where: whereImport(conditions) });
}

const whereImport = ({ importId, status, origin, authorId }: ImportConditions): Prisma.EventImportWhereInput => ({
  ...(importId !== undefined && { importId }),
  ...(status !== undefined && { status }),
  ...(origin !== undefined && { origin }),
  ...(authorId !== undefined && { authorId }),
});
