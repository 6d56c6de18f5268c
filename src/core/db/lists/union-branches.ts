import { type OrderKey, orderByKeys } from './keyset.ts';

/** One condition or several for the rows of a list. Each matches different rows and has an index in the order of the list. */
export type UnionBranches = string | readonly string[];

const waysOf = (where: UnionBranches): readonly string[] => (typeof where === 'string' ? [where] : where);

/** Source of IDs. */
export interface IdSource {
  /** Table with its alias, and joined tables. */
  table: string;
  /** SQL expression of a row's ID, and its name in the result. */
  id: string;
  as: string;
  where: UnionBranches;
  keys: readonly OrderKey[];
  isBackward?: boolean;
  /** Placeholders of the values. */
  limit: string;
  offset?: string;
  /** Also returns `place`, the position of the row in the sort order. */
  isPlaced?: boolean;
}

/**
 * Returns a statement that reads the sorted IDs of a slice from an index. Of several branches, each is read up to the limit, then they are
 * merged.
 */
export function idsInOrder({ table, id, as, where, keys, isBackward = false, limit, offset, isPlaced = false }: IdSource): string {
  const ways = waysOf(where);
  const order = orderByKeys(keys, isBackward);
  const part = offset === undefined ? `LIMIT ${limit}` : `LIMIT ${limit} OFFSET ${offset}`;
  const placed = (by: string) => (isPlaced ? `, row_number() OVER (ORDER BY ${by}) AS place` : '');
  if (ways.length === 1) return `SELECT ${id} AS ${as}${placed(order)} FROM ${table} WHERE ${ways[0]} ORDER BY ${order} ${part}`;
  const columns = keys.map(({ sql }, i) => `${sql} AS key${i}`).join(', ');
  const merged = orderByKeys(
    keys.map((key, i) => ({ ...key, sql: `key${i}` })),
    isBackward,
  );
  const far = offset === undefined ? limit : `${limit}::bigint + ${offset}`;
  const each = ways.map((way) => `(SELECT ${id} AS ${as}, ${columns} FROM ${table} WHERE ${way} ORDER BY ${order} LIMIT ${far})`);
  return `SELECT ${as}${placed(merged)} FROM (${each.join(' UNION ALL ')}) AS ways ORDER BY ${merged} ${part}`;
}

/** Returns SQL for the number of all rows of a list. */
export function countOfBranches({ table, where }: { table: string; where: UnionBranches }): string {
  return waysOf(where)
    .map((way) => `(SELECT count(*)::int FROM ${table} WHERE ${way})`)
    .join(' + ');
}

/** Combines all branches to one condition, for queries without a sort order. */
export function anyWay(where: UnionBranches): string {
  const ways = waysOf(where);
  return ways.length === 1 ? (ways[0] as string) : `(${ways.map((way) => `(${way})`).join(' OR ')})`;
}

/** Adds conditions to every branch. */
export function addToEachBranch(where: UnionBranches, ...more: readonly string[]): UnionBranches {
  if (more.length === 0) return where;
  return waysOf(where).map((way) => [way, ...more].join(' AND '));
}
