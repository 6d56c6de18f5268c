import { columns, mapped, withMore } from '#app/core/db/columns.ts';
import { givenIds } from '#app/core/db/given-ids.ts';
import type { Known, Row } from '#app/core/db/model.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';

/** States of an import (events.md 5.1); callbacks are taken while it is pending. */
export const importStatuses = ['pending', 'success', 'failed', 'draft', 'schedule'] as const;
/** How far an import is. */
export type ImportStatus = (typeof importStatuses)[number];

/** What happens to events that an import finds here already (events.md 5.2). */
export const authorities = ['overwrite', 'retain', 'preserve_changes'] as const;
/** One of the ways in which an import treats events that are here already. */
export type Authority = (typeof authorities)[number];

/** An import as it is read; never with the hash of its next batch. */
export type ImportRecord = Known<
  Row<'EventImport'>,
  {
    status: ImportStatus;
    authority: Authority;
    /** What its first batch must carry: told to whom makes it. */
    batchHash?: string;
  }
>;

const own = columns('EventImport', 'i');

/** The columns of an `ImportRecord` for the row `i`. */
export const importColumns = {
  list: own.list,
  ...mapped(own, (row) => row as ImportRecord),
};

const byImportId = statement(
  'event_import_by_import_id',
  `SELECT ${own.list}, i.next_batch_hash AS "nextBatchHash" FROM event_import i WHERE i.import_id = $1`,
  withMore(importColumns, { nextBatchHash: 'text?' }),
);
const byId = statement('event_imports_by_id', `SELECT ${own.list} FROM event_import i WHERE i.id = ${givenIds('$1')}`, importColumns);

/** The import of this import id, with the keyed hash of what its next batch must carry (null once it is over); null when none exists. */
export async function findImport(site: Site, importId: string): Promise<(ImportRecord & { nextBatchHash: string | null }) | null> {
  if (importId.includes('\0')) return null;
  const [found] = await site.db.rows(byImportId, [importId]);
  return found ?? null;
}

/** The imports with these numbers, in no particular order. */
export async function loadImports(site: Site, ids: readonly number[]): Promise<ImportRecord[]> {
  return await site.db.rows(byId, [ids]);
}

/** Which imports a list holds; what is absent does not matter. */
export interface ImportConditions {
  importId?: string | undefined;
  status?: ImportStatus | undefined;
  origin?: string | undefined;
  authorId?: number | undefined;
}

/** Imports, newest first, with what is to be read of each; see `countImports`. */
export async function listImports(
  site: Site,
  where: ImportConditions,
  reading: Pick<Prisma.EventImportFindManyArgs, 'include' | 'select' | 'cursor' | 'take' | 'skip'>,
): Promise<ImportRecord[]> {
  return (await site.db.prisma.eventImport.findMany({ ...reading, where: given(where), orderBy: { id: 'desc' } })) as ImportRecord[];
}

/** The number of imports. */
export async function countImports(site: Site, where: ImportConditions): Promise<number> {
  return await site.db.prisma.eventImport.count({ where: given(where) });
}

const given = ({ importId, status, origin, authorId }: ImportConditions): Prisma.EventImportWhereInput => ({
  ...(importId !== undefined && { importId }),
  ...(status !== undefined && { status }),
  ...(origin !== undefined && { origin }),
  ...(authorId !== undefined && { authorId }),
});
