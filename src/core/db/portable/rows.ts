import type { Tx } from '../database.ts';
import type { BackupTable } from './tables.ts';

const ROWS_AT_ONCE = 500;

/**
 * Yields the rows of a table. Each row is a JSON array with a string or null for each of the columns. Reads the rows in batches. Read one table at a
 * time within a transaction.
 */
export async function* readRows(tx: Tx, { table, columns }: Pick<BackupTable, 'table' | 'columns'>): AsyncGenerator<string> {
  const values = columns.map((column) => `"${column}"::text`).join(', ');
  await tx.$executeRawUnsafe(`DECLARE kept_rows NO SCROLL CURSOR FOR SELECT json_build_array(${values})::text AS row FROM "${table}"`);
  for (;;) {
    const rows = await tx.$queryRawUnsafe<{ row: string }[]>(`FETCH ${ROWS_AT_ONCE} FROM kept_rows`);
    for (const { row } of rows) yield row;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await tx.$executeRawUnsafe('CLOSE kept_rows');
}
