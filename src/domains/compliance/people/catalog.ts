import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** A table as it exists in the database, whether or not the code declares it. */
export interface StoredTable {
  /** Quoted name with the schema. */
  name: string;
  /** Unquoted name. Only tables outside the schema `public`, such as the job queue, have their schema as a prefix. */
  unquotedName: string;
  /** Columns of the primary key. */
  key: readonly { column: string; type: string }[];
  /** Columns that contain text: text types, arrays of text types, and JSON. */
  textColumns: readonly { column: string; type: string }[];
  /** Columns with binary data. */
  binaryColumns: readonly string[];
}

const columnShape = rowShape({
  schema: 'text',
  table: 'text',
  column: 'text',
  type: 'text',
  place: 'int?',
  isText: 'bool',
  isBytes: 'bool',
});
type ColumnRow = ShapedRow<typeof columnShape>;

/** Omits generated columns, which change with their sources, and partitioned tables, which contain no rows themselves. */
const selectColumns = statement(
  'stored_columns',
  `SELECT n.nspname::text AS schema, c.relname::text AS table, a.attname::text AS column,
    format_type(a.atttypid, a.atttypmod) AS type, array_position(k.conkey, a.attnum) AS place,
    (t.typcategory = 'S' OR t.typname IN ('json', 'jsonb') OR COALESCE(e.typcategory = 'S', false)) AS "isText", t.typname = 'bytea' AS "isBytes"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
  WHERE c.relkind = 'r' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' AND has_table_privilege(c.oid, 'UPDATE')
  ORDER BY 1, 2, a.attnum`,
  columnShape,
);

/** Quotes a name for SQL. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns all tables in the site's database, including those that the code does not declare. */
export async function listTables(site: Site): Promise<StoredTable[]> {
  const tables = new Map<string, ColumnRow[]>();
  for (const row of await site.db.rows(selectColumns)) {
    const name = `${quoteIdentifier(row.schema)}.${quoteIdentifier(row.table)}`;
    tables.set(name, [...(tables.get(name) ?? []), row]);
  }
  return [...tables].map(([name, rows]) => ({
    name,
    unquotedName: rows[0]?.schema === 'public' ? rows[0].table : `${rows[0]?.schema}.${rows[0]?.table}`,
    key: rows
      .filter(({ place }) => place !== null)
      .sort((a, b) => Number(a.place) - Number(b.place))
      .map(({ column, type }) => ({ column, type })),
    textColumns: rows.filter((row) => row.isText).map(({ column, type }) => ({ column, type })),
    binaryColumns: rows.filter((row) => row.isBytes).map(({ column }) => column),
  }));
}
