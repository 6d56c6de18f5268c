import { type OrderKey, orderByKeys } from './keyset.ts';

/** A condition on the rows of a list, or several: ways in which a row belongs to it, each with an index in the list's order, and no row by two. */
export type UnionBranches = string | readonly string[];

const waysOf = (where: UnionBranches): readonly string[] => (typeof where === 'string' ? [where] : where);

/** What ids are read from. */
export interface IdSource {
  /** Table with the name of its row, and whatever is joined to it. */
  table: string;
  /** Expression of a row's id, and the name it gets. */
  id: string;
  as: string;
  where: UnionBranches;
  keys: readonly OrderKey[];
  isBackward?: boolean;
  /** Placeholders of numbers. */
  limit: string;
  offset?: string;
  /** Also returns `place`, the number of the row in the order. */
  isPlaced?: boolean;
}

/** The statement that reads the ids of a part of a list from an index, in its order. Of several ways each is read that far, then they are merged. */
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

/** An expression for the number of all rows of a list. */
export function countOfBranches({ table, where }: { table: string; where: UnionBranches }): string {
  return waysOf(where)
    .map((way) => `(SELECT count(*)::int FROM ${table} WHERE ${way})`)
    .join(' + ');
}

/** The same condition as one, for questions in which no order counts. */
export function anyWay(where: UnionBranches): string {
  const ways = waysOf(where);
  return ways.length === 1 ? (ways[0] as string) : `(${ways.map((way) => `(${way})`).join(' OR ')})`;
}

/** Adds a condition to every way. */
export function addToEachBranch(where: UnionBranches, ...more: readonly string[]): UnionBranches {
  if (more.length === 0) return where;
  return waysOf(where).map((way) => [way, ...more].join(' AND '));
}
