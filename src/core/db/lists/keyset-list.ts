import type { Database } from '../database.ts';
import { type NotedTable, totalOf, type VersionedTotal } from './large-totals.ts';
import { type Add, beyond, type OrderKey, orderByKeys, Parameters, type Place } from './keyset.ts';
import { anyWay, countOfBranches, idsInOrder, addToEachBranch, type UnionBranches } from './union-branches.ts';

/** A list that is read from a place on, not by numbers of pages: it stays right while others write. */
export interface KeysetList<Node> {
  /** Table with the name of its row, such as `content c`, and whatever is joined to it. */
  table: string;
  alias: string;
  /** The expression of a row's unique number, where it is not the `id` of the alias. */
  id?: string;
  columns(add: Add): string;
  /** Awaited before each reading: what the conditions depend on and `where` cannot wait for. */
  before?(db: Database): Promise<void>;
  /** The tables that the number of all rows depends on; null or absent: it is counted each time. */
  totalTables?: readonly NotedTable[] | null;
  /** Which rows belong to the list. `owner` is the expression of the owner's id in a list that hangs on something. */
  where(add: Add, owner: string, db: Database): UnionBranches;
  /** What the list is ordered by; the last key is the id. */
  keys(add: Add): readonly OrderKey[];
  /** Makes a node of a row. */
  read(row: never): Node;
  /** Name to keep the statement under; undefined = none. */
  nameOf(text: string): string | undefined;
}

/** Which part of a list is wanted. */
export interface SliceOptions {
  limit: number;
  /** The last rows instead of the first; they are returned in the order of the list all the same. */
  isBackward: boolean;
  after: Place | null;
  before: Place | null;
}

/** A part of a list. */
export interface Slice<Node> {
  /** `place` is the JSON of the row's place. */
  rows: { node: Node; place: string }[];
  /** Whether the list goes on in the direction of reading, within the wished bounds. */
  hasMore: boolean;
}

interface Row {
  owner?: number;
  /** Null in a row that holds nothing but the number of all. */
  place: string | null;
  total?: number;
  version?: string | null;
}

/**
 * One part of the list for every owner, in one statement; without owners there is one list, owned by nobody. Results are in the order of the
 * owners.
 */
export async function loadSlices<Node>(
  db: Database,
  list: KeysetList<Node>,
  owners: readonly number[] | null,
  wish: SliceOptions,
): Promise<Slice<Node>[]> {
  await list.before?.(db);
  const statement = new Parameters();
  const { add } = statement;
  const of = owners ? `unnest(${add(owners)}::int[]) o(id) CROSS JOIN LATERAL` : '';
  const found = partOf(list, list.where(add, 'o.id', db), wish, add);
  const text = `SELECT ${owners ? 'o.id AS owner, ' : ''}${found.columns} FROM ${of} ${found.from} ORDER BY ${found.order}`;
  const rows = await db.sql<Row>(text, statement.values, list.nameOf(text));
  if (!owners) return [sliceOf(list, rows, wish)];
  const byOwner = new Map<number, Row[]>(owners.map((owner) => [owner, []]));
  for (const row of rows) byOwner.get(row.owner as number)?.push(row);
  return owners.map((owner) => sliceOf(list, byOwner.get(owner) ?? [], wish));
}

/** The pieces of a statement that reads a part: ids by an index first, then these few rows. */
function partOf(
  list: KeysetList<unknown>,
  where: UnionBranches,
  { after, before, isBackward, limit }: SliceOptions,
  add: Add,
): { columns: string; from: string; order: string } {
  const { table, alias, id = `${alias}.id` } = list;
  const keys = list.keys(add);
  const bounds = [...(after ? [beyond(keys, after, add)] : []), ...(before ? [beyond(keys, before, add, true)] : [])];
  const order = orderByKeys(keys, isBackward);
  const ids = idsInOrder({
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

function sliceOf<Node>(list: KeysetList<Node>, rows: Row[], { limit, isBackward }: SliceOptions): Slice<Node> {
  const found = rows.slice(0, limit).map((row) => ({ node: list.read(row as never), place: row.place as string }));
  return { rows: isBackward ? found.reverse() : found, hasMore: rows.length > limit };
}

/** One part of a list that nobody owns, together with the number of all its rows, in one statement. */
export async function loadCountedSlice<Node>(
  db: Database,
  list: KeysetList<Node>,
  wish: SliceOptions,
): Promise<{ slice: Slice<Node>; total: number }> {
  await list.before?.(db);
  const statement = new Parameters();
  const { add } = statement;
  const where = list.where(add, '0', db);
  const counted = totalOf(db, countOfBranches({ table: list.table, where }), statement, list.totalTables ?? null);
  const found = partOf(list, where, wish, add);
  const text = `WITH counted AS (${counted.sql})
    SELECT counted.total, counted.version, ${found.columns} FROM counted LEFT JOIN (${found.from}) ON true ORDER BY ${found.order}`;
  const rows = await db.sql<Row & VersionedTotal>(text, statement.values, list.nameOf(text));
  counted.remember(rows[0]);
  return {
    slice: sliceOf(
      list,
      rows.filter((row) => row.place !== null),
      wish,
    ),
    total: rows[0]?.total ?? 0,
  };
}

/** The number of rows of a list that nobody owns. One statement. */
export async function countAll<Node>(db: Database, list: KeysetList<Node>): Promise<number> {
  await list.before?.(db);
  const statement = new Parameters();
  const where = list.where(statement.add, '0', db);
  const { sql, remember } = totalOf(db, countOfBranches({ table: list.table, where }), statement, list.totalTables ?? null);
  const [row] = await db.sql<VersionedTotal>(sql, statement.values, list.nameOf(sql));
  remember(row);
  return row?.total ?? 0;
}

/** The number of rows of the list for every owner, in one statement. */
export async function countRows<Node>(db: Database, list: KeysetList<Node>, owners: readonly number[]): Promise<number[]> {
  return await perOwner(db, list, owners, 'count(*)::int', () => []);
}

/** Whether the list has rows at the place or before it (backward: behind it), for every owner, in one statement. */
export async function reachesBack<Node>(
  db: Database,
  list: KeysetList<Node>,
  owners: readonly number[] | null,
  place: Place,
  isBackward: boolean,
): Promise<boolean[]> {
  // the row at the place counts: it is outside of what was read from there
  const found = await perOwner(db, list, owners, '1', (add) => [`(${beyond(list.keys(add), place, add, isBackward)}) IS NOT TRUE`]);
  return found.map((value) => value !== null);
}

async function perOwner<Node, Value>(
  db: Database,
  list: KeysetList<Node>,
  owners: readonly number[] | null,
  what: string,
  bounds: (add: Add) => string[],
): Promise<Value[]> {
  await list.before?.(db);
  const statement = new Parameters();
  const { add } = statement;
  const from = owners ? ` FROM unnest(${add(owners)}::int[]) WITH ORDINALITY o(id, nr) ORDER BY o.nr` : '';
  const where = [anyWay(list.where(add, 'o.id', db)), ...bounds(add)].join(' AND ');
  const text = `SELECT (SELECT ${what} FROM ${list.table} WHERE ${where} LIMIT 1) AS value${from}`;
  return (await db.sql<{ value: Value }>(text, statement.values, list.nameOf(text))).map((row) => row.value);
}
