import type { Tx } from '../database.ts';

/** Tables with data that is derived from other tables, or that belongs to running processes. Backups omit them. */
export const derivedTables: readonly string[] = ['page_cache_entry', 'request_budget', 'open_streams', 'running_process', 'table_write'];
const OMITTED = ['_prisma_migrations', ...derivedTables];

/** A table of a backup. */
export interface BackupTable {
  table: string;
  columns: string[];
  /** SQL types of the columns, as PostgreSQL prints them. */
  types: string[];
}

const SELECT_TABLES = `SELECT c.relname::text AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns,
    array_agg(format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum) AS types
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY c.relname ORDER BY c.relname`;

/** Returns the tables of the site, sorted by name. */
export async function readBackupTables(tx: Tx): Promise<BackupTable[]> {
  const tables = await tx.$queryRawUnsafe<BackupTable[]>(SELECT_TABLES);
  return tables.filter(({ table }) => !OMITTED.includes(table));
}

/** A sequence and its current value. */
export interface BackupSequence {
  sequence: string;
  value: string;
  isCalled: boolean;
}

/** Returns the sequences of the site. */
export async function readBackupSequences(tx: Tx): Promise<BackupSequence[]> {
  const names = await tx.$queryRawUnsafe<{ name: string }[]>(
    `SELECT relname::text AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  const sequences: BackupSequence[] = [];
  for (const { name } of names) {
    const [state] = await tx.$queryRawUnsafe<{ value: string; called: boolean }[]>(
      `SELECT last_value::text AS value, is_called AS called FROM "${name}"`,
    );
    if (state) sequences.push({ sequence: name, value: state.value, isCalled: state.called });
  }
  return sequences;
}

/** Returns the names of the applied migrations, in order. */
export async function readAppliedMigrations(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ name: string }[]>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name',
  );
  return rows.map(({ name }) => name);
}
