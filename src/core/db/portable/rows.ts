import type { Tx } from '../database.ts';
import type { KeptTable } from './tables.ts';

const ROWS_AT_ONCE = 500;

/** The rows of a table, some hundred at a time: each as JSON, a list of the texts of these columns. One table after the other in a transaction. */
export async function* rowsOf(tx: Tx, { table, columns }: Pick<KeptTable, 'table' | 'columns'>): AsyncGenerator<string> {
  const values = columns.map((column) => `"${column}"::text`).join(', ');
  await tx.$executeRawUnsafe(`DECLARE kept_rows NO SCROLL CURSOR FOR SELECT json_build_array(${values})::text AS row FROM "${table}"`);
  for (;;) {
    const rows = await tx.$queryRawUnsafe<{ row: string }[]>(`FETCH ${ROWS_AT_ONCE} FROM kept_rows`);
    for (const { row } of rows) yield row;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await tx.$executeRawUnsafe('CLOSE kept_rows');
}
