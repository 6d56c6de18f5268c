import { LRUCache } from 'lru-cache';
import { statement } from '../statement.ts';
import type { Database } from '../database.ts';
import type { Parameters } from './keyset.ts';

/** Counting fewer rows costs less than asking whether their number has changed. */
const LARGE = 1000;
const MAX_LISTS = 500;

/** Tables whose writes are noted by triggers, with the version that a total depends on. `searched_text`: texts and passwords of contents that exist. */
export type NotedTable = 'attendee' | 'content' | 'content_term' | 'event' | 'searched_text' | 'term';

/** The end of a row that holds a total. */
export interface VersionedTotal {
  total: number;
  /** Null where the total was not asked for with its version. */
  version: string | null;
}

/** The total of a list in a statement. */
export interface TotalExpression {
  /** A SELECT of one row, `total` and `version`. */
  sql: string;
  /** Takes what the statement returned. */
  remember(row: VersionedTotal | undefined): void;
}

/** Whether a query says nothing by this value. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** The version of tables: any committed write that can change a total gives another one, also a TRUNCATE. */
const versionOf = (tables: readonly NotedTable[]) =>
  `SELECT COALESCE(sum(w.writes) || '.' || max(w.xid), '0') AS version FROM table_write w WHERE w.name IN (${tables.map((table) => `'${table}'`).join(', ')}) OFFSET 0`;

const noTotals = () => new LRUCache<string, { total: number; version: string }>({ max: MAX_LISTS });

/**
 * The total of a list as a SELECT. `count` is the expression that counts its rows, `parameters` hold its values and nothing else yet; `tables` are those that the
 * number depends on, null where it is counted each time. The total of a large list is remembered with the version of its tables: the statement that reads a
 * page compares the version in its own snapshot and counts only when it has changed, so totals are exact, and cost the same however many rows there are.
 */
export function totalOf(
  { state }: Pick<Database, 'state'>,
  count: string,
  parameters: Parameters,
  tables: readonly NotedTable[] | null,
): TotalExpression {
  const counting = `SELECT ${count} AS total, NULL::text AS version`;
  if (tables === null) return { sql: counting, remember: () => undefined };
  const totals = state.of(noTotals);
  const key = JSON.stringify([count, parameters.values]);
  const remember = (row: VersionedTotal | undefined) => {
    if (row && row.total >= LARGE) totals.set(key, { total: row.total, version: row.version ?? '' });
    else totals.delete(key);
  };
  const known = totals.get(key);
  if (!known) return { sql: counting, remember };
  const { add } = parameters;
  return {
    sql: `SELECT CASE WHEN written.version = ${add(known.version)}::text THEN ${add(known.total)}::int ELSE ${count} END AS total, written.version
      FROM (${versionOf(tables)}) AS written`,
    remember,
  };
}

const foldWrites = statement(
  'fold_table_writes',
  `WITH folded AS (DELETE FROM table_write RETURNING name, xid, writes)
  INSERT INTO table_write (name, xid, writes) SELECT name, max(xid), sum(writes) FROM folded GROUP BY name`,
);

/** Adds up the noted writes of each table: no version changes, and there is less to add when one is asked for. */
export async function foldTableWrites({ db }: { db: Database }): Promise<void> {
  await db.rows(foldWrites);
}
