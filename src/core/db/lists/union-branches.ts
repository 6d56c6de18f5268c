import { type OrderKey, createOrderByList } from './keyset.ts';

/** One or several conditions for the rows of a list. Each matches different rows, for which an index in the order of the list exists. */
export type UnionBranches = string | readonly string[];

const toBranches = (where: UnionBranches): readonly string[] => (typeof where === 'string' ? [where] : where);

/** Parts of a statement that reads IDs. */
export interface IdSource {
  /** Table with its alias, and joined tables. */
  table: string;
  /** SQL expression of a row's ID. */
  id: string;
  /** Name of the ID in the result. */
  as: string;
  where: UnionBranches;
  keys: readonly OrderKey[];
  isBackward?: boolean;
  /** Placeholder of the maximum number of IDs. */
  limit: string;
  /** Placeholder of the number of IDs to skip. */
  offset?: string;
  /** True to also return `place`, the number of the row in the sort order. */
  isPlaced?: boolean;
}

/**
 * Returns a statement that reads the sorted IDs of a slice from an index. If there are several branches, it reads each up to the limit and merges
 * them.
 */
export function createIdSelect({ table, id, as, where, keys, isBackward = false, limit, offset, isPlaced = false }: IdSource): string {
  const branches = toBranches(where);
  const order = createOrderByList(keys, isBackward);
  const limits = offset === undefined ? `LIMIT ${limit}` : `LIMIT ${limit} OFFSET ${offset}`;
  const createPlaceColumn = (by: string) => (isPlaced ? `, row_number() OVER (ORDER BY ${by}) AS place` : '');
  if (branches.length === 1)
    return `SELECT ${id} AS ${as}${createPlaceColumn(order)} FROM ${table} WHERE ${branches[0]} ORDER BY ${order} ${limits}`;
  const columns = keys.map(({ sql }, i) => `${sql} AS key${i}`).join(', ');
  const mergedOrder = createOrderByList(
    keys.map((key, i) => ({ ...key, sql: `key${i}` })),
    isBackward,
  );
  const branchLimit = offset === undefined ? limit : `${limit}::bigint + ${offset}`;
  const selects = branches.map(
    (branch) => `(SELECT ${id} AS ${as}, ${columns} FROM ${table} WHERE ${branch} ORDER BY ${order} LIMIT ${branchLimit})`,
  );
  return `SELECT ${as}${createPlaceColumn(mergedOrder)} FROM (${selects.join(' UNION ALL ')}) AS branches ORDER BY ${mergedOrder} ${limits}`;
}

/** Returns SQL for the number of all rows of a list. */
export function createCountExpression({ table, where }: { table: string; where: UnionBranches }): string {
  return toBranches(where)
    .map((branch) => `(SELECT count(*)::int FROM ${table} WHERE ${branch})`)
    .join(' + ');
}

/** Combines all branches into one condition, for queries without a sort order. */
export function createAnyBranchCondition(where: UnionBranches): string {
  const branches = toBranches(where);
  return branches.length === 1 ? (branches[0] as string) : `(${branches.map((branch) => `(${branch})`).join(' OR ')})`;
}

/** Adds conditions to every branch. */
export function addToEachBranch(where: UnionBranches, ...more: readonly string[]): UnionBranches {
  if (more.length === 0) return where;
  return toBranches(where).map((branch) => [branch, ...more].join(' AND '));
}
