import { LRUCache } from 'lru-cache';
import { statement } from '../statement.ts';
import type { Database } from '../database.ts';
import type { Parameters } from './keyset.ts';

/** Minimum total that is cached. Counting fewer rows is cheaper than checking a version. */
const MIN_CACHED_TOTAL = 1000;
const MAX_LISTS = 500;

/**
 * Tables whose writes are counted by triggers. The counts form the version of a total. `searched_text` is no table: it counts changes of the texts
 * and passwords of existing content.
 */
export type CountedTable = 'attendee' | 'content' | 'content_term' | 'event' | 'searched_text' | 'term';

/** Columns of a row that contain a total. */
export interface VersionedTotal {
  total: number;
  /** Version of the tables at the time of the total; null if the total was read without it. */
  version: string | null;
}

/** SQL of a list's total. */
export interface TotalExpression {
  /** A SELECT with one row: `total` and `version`. */
  sql: string;
  /** Caches the total that the statement has returned. */
  cacheTotal(row: VersionedTotal | undefined): void;
}

/** True if a query value is unset: null, undefined or an empty list. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Returns the SQL of the tables' version. Every committed write that may change a total changes the version, including TRUNCATE. */
const createVersionSql = (tables: readonly CountedTable[]) =>
  `SELECT COALESCE(sum(w.writes) || '.' || max(w.xid), '0') AS version FROM table_write w WHERE w.name IN (${tables.map((table) => `'${table}'`).join(', ')}) OFFSET 0`;

const createTotalCache = () => new LRUCache<string, { total: number; version: string }>({ max: MAX_LISTS });

/**
 * Returns a SELECT for the total of a list. `count` is SQL that counts the rows, and `parameters` must contain only its values. `tables` are the
 * tables that the total depends on; if null, rows are counted each time. The total of a large list is cached with the version of its tables. The
 * statement that reads a page compares the version in its own snapshot, and counts only if the version has changed. Therefore totals are exact, and
 * the cost of an unchanged total does not depend on the number of rows.
 */
export function createTotalExpression(
  { state }: Pick<Database, 'state'>,
  count: string,
  parameters: Parameters,
  tables: readonly CountedTable[] | null,
): TotalExpression {
  const countStatement = `SELECT ${count} AS total, NULL::text AS version`;
  if (tables === null) return { sql: countStatement, cacheTotal: () => undefined };
  const totals = state.getOrCreate(createTotalCache);
  const key = JSON.stringify([count, parameters.values]);
  const cacheTotal = (row: VersionedTotal | undefined) => {
    if (row && row.total >= MIN_CACHED_TOTAL) totals.set(key, { total: row.total, version: row.version ?? '' });
    else totals.delete(key);
  };
  const cached = totals.get(key);
  if (!cached) return { sql: countStatement, cacheTotal };
  const { add } = parameters;
  return {
    sql: `SELECT CASE WHEN written.version = ${add(cached.version)}::text THEN ${add(cached.total)}::int ELSE ${count} END AS total, written.version
      FROM (${createVersionSql(tables)}) AS written`,
    cacheTotal,
  };
}

const foldWrites = statement(
  'fold_table_writes',
  `WITH folded AS (DELETE FROM table_write RETURNING name, xid, writes)
  INSERT INTO table_write (name, xid, writes) SELECT name, max(xid), sum(writes) FROM folded GROUP BY name`,
);

/** Combines the counts of each table into one row. Versions stay the same but are cheaper to read. */
export async function foldTableWrites({ db }: { db: Database }): Promise<void> {
  await db.rows(foldWrites);
}
