import type { Database } from '../database.ts';
import { type CountedTable, createTotalExpression, type VersionedTotal } from './large-totals.ts';
import { type AddParameter, createPositionCondition, type OrderKey, createOrderByList, Parameters, type KeysetPosition } from './keyset.ts';
import { createAnyBranchCondition, createCountExpression, createIdSelect, addToEachBranch, type UnionBranches } from './union-branches.ts';

/**
 * A list that is read with keyset pagination instead of page numbers, so that pages stay correct while rows are added. A list may have owners, such
 * as events that each have a list of tickets. One statement then reads the slices of several owners.
 */
export interface KeysetList<Node> {
  /** Table with its alias, such as `content c`, and joined tables. */
  table: string;
  alias: string;
  /** SQL expression of a row's unique ID. By default the column `id` of `alias`. */
  id?: string;
  /** Returns the select list. */
  columns(add: AddParameter): string;
  /** Runs before each read, for asynchronous work that the conditions depend on. */
  prepare?(db: Database): Promise<void>;
  /** Tables that the total depends on. If null or missing, the rows are counted each time. */
  totalTables?: readonly CountedTable[] | null;
  /** Returns the conditions for the rows of the list. In a list with owners, `owner` is the SQL expression of the owner's ID. */
  where(add: AddParameter, owner: string, db: Database): UnionBranches;
  /** Returns the sort keys of the list. The last key is the ID. */
  keys(add: AddParameter): readonly OrderKey[];
  /** Maps a row to a node. */
  read(row: never): Node;
  /** Returns the name of the prepared statement for this SQL, or undefined if it is not prepared. */
  getStatementName(text: string): string | undefined;
}

/** Which slice of a list to read. */
export interface SliceOptions {
  limit: number;
  /** True to read the last rows instead of the first. The result is still in the order of the list. */
  isBackward: boolean;
  after: KeysetPosition | null;
  before: KeysetPosition | null;
}

/** A slice of a list. */
export interface Slice<Node> {
  /** `place` is the row's position as JSON. */
  rows: { node: Node; place: string }[];
  /** True if there are more rows between `after` and `before` in the direction of reading. */
  hasMore: boolean;
}

interface Row {
  owner?: number;
  /** Null in a row that contains only the total. */
  place: string | null;
  total?: number;
  version?: string | null;
}

/**
 * Reads one slice of the list for every owner with one statement. Without owners, reads one slice of the whole list. Results are in the order of
 * the owners.
 */
export async function loadSlices<Node>(
  db: Database,
  list: KeysetList<Node>,
  owners: readonly number[] | null,
  options: SliceOptions,
): Promise<Slice<Node>[]> {
  await list.prepare?.(db);
  const statement = new Parameters();
  const { add } = statement;
  const source = owners ? `unnest(${add(owners)}::int[]) o(id) CROSS JOIN LATERAL` : '';
  const parts = createSliceQuery(list, list.where(add, 'o.id', db), options, add);
  const text = `SELECT ${owners ? 'o.id AS owner, ' : ''}${parts.columns} FROM ${source} ${parts.from} ORDER BY ${parts.order}`;
  const rows = await db.sql<Row>(text, statement.values, list.getStatementName(text));
  if (!owners) return [toSlice(list, rows, options)];
  const byOwner = new Map<number, Row[]>(owners.map((owner) => [owner, []]));
  for (const row of rows) byOwner.get(row.owner as number)?.push(row);
  return owners.map((owner) => toSlice(list, byOwner.get(owner) ?? [], options));
}

/** Returns the parts of a statement that reads a slice. It first reads the IDs from an index, then only the rows with these IDs. */
function createSliceQuery(
  list: KeysetList<unknown>,
  where: UnionBranches,
  { after, before, isBackward, limit }: SliceOptions,
  add: AddParameter,
): { columns: string; from: string; order: string } {
  const { table, alias, id = `${alias}.id` } = list;
  const keys = list.keys(add);
  const bounds = [
    ...(after ? [createPositionCondition(keys, after, add)] : []),
    ...(before ? [createPositionCondition(keys, before, add, true)] : []),
  ];
  const order = createOrderByList(keys, isBackward);
  const ids = createIdSelect({
    table,
    id,
    as: 'id',
    where: addToEachBranch(where, ...bounds),
    keys,
    isBackward,
    limit: `${add(limit + 1)}::int`,
  });
  return {
    columns: `${list.columns(add)}, CASE WHEN ${id} IS NOT NULL THEN json_build_array(${keys.map((key) => key.sql).join(', ')})::text END AS place`,
    from: `(${ids}) found JOIN ${table} ON ${id} = found.id`,
    order,
  };
}

function toSlice<Node>(list: KeysetList<Node>, rows: Row[], { limit, isBackward }: SliceOptions): Slice<Node> {
  const nodes = rows.slice(0, limit).map((row) => ({ node: list.read(row as never), place: row.place as string }));
  return { rows: isBackward ? nodes.reverse() : nodes, hasMore: rows.length > limit };
}

/** Reads one slice of a list without owners and its total with one statement. */
export async function loadCountedSlice<Node>(
  db: Database,
  list: KeysetList<Node>,
  options: SliceOptions,
): Promise<{ slice: Slice<Node>; total: number }> {
  await list.prepare?.(db);
  const statement = new Parameters();
  const { add } = statement;
  const where = list.where(add, '0', db);
  const counted = createTotalExpression(db, createCountExpression({ table: list.table, where }), statement, list.totalTables ?? null);
  const parts = createSliceQuery(list, where, options, add);
  const text = `WITH counted AS (${counted.sql})
    SELECT counted.total, counted.version, ${parts.columns} FROM counted LEFT JOIN (${parts.from}) ON true ORDER BY ${parts.order}`;
  const rows = await db.sql<Row & VersionedTotal>(text, statement.values, list.getStatementName(text));
  counted.cacheTotal(rows[0]);
  return {
    slice: toSlice(
      list,
      rows.filter((row) => row.place !== null),
      options,
    ),
    total: rows[0]?.total ?? 0,
  };
}

/** Counts the rows of a list without owners with one statement. */
export async function countAll<Node>(db: Database, list: KeysetList<Node>): Promise<number> {
  await list.prepare?.(db);
  const statement = new Parameters();
  const where = list.where(statement.add, '0', db);
  const { sql, cacheTotal } = createTotalExpression(
    db,
    createCountExpression({ table: list.table, where }),
    statement,
    list.totalTables ?? null,
  );
  const [row] = await db.sql<VersionedTotal>(sql, statement.values, list.getStatementName(sql));
  cacheTotal(row);
  return row?.total ?? 0;
}

/** Counts the rows of the list for every owner with one statement. */
export async function countRows<Node>(db: Database, list: KeysetList<Node>, owners: readonly number[]): Promise<number[]> {
  return await selectPerOwner(db, list, owners, 'count(*)::int', () => []);
}

/** Returns for every owner whether its list has rows at or before the position (backward: at or after it). Uses one statement. */
export async function hasRowsBefore<Node>(
  db: Database,
  list: KeysetList<Node>,
  owners: readonly number[] | null,
  place: KeysetPosition,
  isBackward: boolean,
): Promise<boolean[]> {
  // the row at the position is included, because a slice that starts after the position does not contain it
  const values = await selectPerOwner(db, list, owners, '1', (add) => [
    `(${createPositionCondition(list.keys(add), place, add, isBackward)}) IS NOT TRUE`,
  ]);
  return values.map((value) => value !== null);
}

async function selectPerOwner<Node, Value>(
  db: Database,
  list: KeysetList<Node>,
  owners: readonly number[] | null,
  expression: string,
  bounds: (add: AddParameter) => string[],
): Promise<Value[]> {
  await list.prepare?.(db);
  const statement = new Parameters();
  const { add } = statement;
  const from = owners ? ` FROM unnest(${add(owners)}::int[]) WITH ORDINALITY o(id, nr) ORDER BY o.nr` : '';
  const where = [createAnyBranchCondition(list.where(add, 'o.id', db)), ...bounds(add)].join(' AND ');
  const text = `SELECT (SELECT ${expression} FROM ${list.table} WHERE ${where} LIMIT 1) AS value${from}`;
  return (await db.sql<{ value: Value }>(text, statement.values, list.getStatementName(text))).map((row) => row.value);
}
