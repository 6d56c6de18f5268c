import { type Page, offsetOf } from '../page.ts';
import { type Answer, countedOnce } from '../columns.ts';
import type { Database } from '../database.ts';
import { StatementFamily, StatementNames } from '../statement.ts';
import { type Filters, filterConditions, type FilterValues } from './filters.ts';
import { type Add, type OrderKey, Parameters } from './keyset.ts';
import type { KeysetList } from './keyset-list.ts';
import { isUnset, type NotedTable, totalOf, type VersionedTotal } from './large-totals.ts';
import { countOfBranches, idsInOrder, type UnionBranches } from './union-branches.ts';

/** What a list may be ordered by; equal rows follow their ids. */
export interface Order {
  /** What it means, for clients. */
  description?: string;
  /** A column; without one and without `keys` the id alone counts. */
  column?: Omit<OrderKey, 'direction'>;
  /** All keys, where they depend on the query. */
  keys?(query: never, add: Add, id: OrderKey): OrderKey[];
  /** Conditions said of the rows in this order alone, so that an index on it serves. */
  where?(query: never, add: Add, status: string): readonly string[];
}

/** The order of a column. */
export const byColumn = (sql: string, type: OrderKey['type'], description?: string, isNullable = false): Order => ({
  ...(description !== undefined && { description }),
  column: { sql, type, ...(isNullable && { isNullable }) },
});

/** The order in which a filter names its values; what it does not name stands behind. `turns`: what follows the direction that is asked for. */
export const byPosition = (
  name: string,
  column: string,
  type: 'int' | 'text',
  description?: string,
  turns: { position?: boolean; id?: boolean } = {},
): Order => ({
  ...(description !== undefined && { description }),
  keys: (query: Readonly<Record<string, unknown>>, add, id) => [
    {
      sql: `array_position(${add(query[name] ?? [])}::${type}[], ${column})`,
      type: 'int',
      direction: turns.position ? id.direction : 'ASC',
      isNullable: true,
    },
    turns.id ? id : { ...id, direction: 'ASC' },
  ],
});

/** A list as it is declared: everything else follows from it. */
interface Declared<Row, Of extends Filters, Orders extends Readonly<Record<string, Order>>, Scope, Owner extends string> {
  /** Name of its statements. */
  name: string;
  /** Tables with the names of their rows, such as `comment k`. */
  from: string;
  alias: string;
  /** The rows of a page from its ids, `found.found_id`, where a plain join will not do. */
  details?: string;
  /** Expression of a row's number, where it is not the `id` of the alias. */
  id?: string;
  /** What is selected, where it depends on values. */
  columns?(add: Add): string;
  answer: Answer<Row> & { list?: string };
  filters: Of;
  orders: Orders;
  /** The order where none is asked for. */
  usually: readonly [keyof Orders & string, 'asc' | 'desc'];
  /** Conditions beside those of the filters, such as what the viewer may see. `status` is the expression of the status that a row is seen with. */
  scope?(query: Scope & FilterValues<Of>, add: Add, status: string): readonly string[];
  /** What beside the filters a query says, for the test that prepares every statement. */
  examples: readonly (NoInfer<Scope> & FilterValues<NoInfer<Of>> & Ordering<NoInfer<keyof Orders & string>>)[];
  /** How rows are seen whose time has come (`domains/content/due.ts`). */
  due?: { notice(db: Database): Promise<void>; ways(db: Pick<Database, 'state'>, add: Add, by: (status: string) => string): UnionBranches };
  /** Conditions of a list that hangs on something, by the expression of its owner's id. */
  owners?: Readonly<Record<Owner, (owner: string) => string>>;
  /** No connection keeps its statements prepared. */
  isRare?: boolean;
  /**
   * Its total is remembered until one of these tables changes, for queries that use no other filters than these and nothing of `unless`; for searches, until one
   * of `searched` changes as well. The triggers `total_changed` must notice every column that such a query depends on.
   */
  totals?: {
    tables: readonly NotedTable[];
    searched: readonly NotedTable[];
    filters: readonly (keyof Of & string)[];
    unless?: readonly (keyof Scope & string)[];
  };
}

/** How the rows of a list are ordered. */
interface Ordering<Name extends string> {
  orderBy?: Name | null | undefined;
  order?: 'asc' | 'desc' | null | undefined;
}

/** Which page of a list is wanted. */
export interface PageOptions {
  /** From 1. */
  page: number;
  perPage: number;
  /** Wins over `page` for choosing rows. */
  offset?: number | null | undefined;
}

/** The statement of a page. `remember` takes the total that it returned. */
interface PageStatement {
  text: string;
  values: unknown[];
  remember(row: VersionedTotal | undefined): void;
}

/** What a list is asked by, but for which part of it is wanted. */
export type QueryOf<List> = List extends { keys(query: infer Query, add: Add): unknown } ? Query : never;

/**
 * Declares a list once. From its declaration follow the conditions on its rows, pages with totals, parts that are read from a place on, and
 * the examples for the test that prepares every statement. Interfaces make their filters of it (`graphql/connections/filters.ts`).
 */
export function defineList<
  Row,
  Of extends Filters,
  Orders extends Readonly<Record<string, Order>>,
  Scope extends object = object,
  Owner extends string = never,
>(declared: Declared<Row, Of, Orders, Scope, Owner>) {
  type Query = Scope & FilterValues<Of> & Ordering<keyof Orders & string>;
  const { name, from, alias, id = `${alias}.id`, answer, filters, orders, usually, due } = declared;
  const details = declared.details ?? `found JOIN ${from} ON ${id} = found.found_id`;
  const columnsOf = (add: Add) => declared.columns?.(add) ?? answer.list ?? '';

  const conditions = (query: Scope & FilterValues<Of>, add: Add, status = `${alias}.status`): string =>
    [...(declared.scope?.(query, add, status) ?? []), ...filterConditions(filters, query as Readonly<Record<string, unknown>>, add)].join(
      ' AND ',
    ) || 'true';

  function keys({ orderBy, order, ...query }: Query, add: Add): OrderKey[] {
    const direction = (order ?? usually[1]) === 'desc' ? 'DESC' : 'ASC';
    const idKey: OrderKey = { sql: id, type: 'int', direction };
    const by = orders[orderBy ?? usually[0]];
    if (by?.keys) return by.keys(query as never, add, idKey);
    return by?.column ? [{ ...by.column, direction }, idKey] : [idKey];
  }

  const ways = (
    db: Pick<Database, 'state'>,
    query: Query,
    add: Add,
    more: (status: string) => readonly string[] = () => [],
  ): UnionBranches => {
    const by = (status = `${alias}.status`) => [...more(status), conditions(query, add, status)].join(' AND ');
    return due ? due.ways(db, add, by) : by();
  };
  /** What a query may not say if its total is to be remembered. */
  const uncachedWords = [
    ...Object.keys(filters).filter((name) => !(declared.totals?.filters as readonly string[] | undefined)?.includes(name)),
    ...(declared.totals?.unless ?? []),
  ];
  /** The tables that the total depends on; null where it is counted each time. */
  const totalTables = (query: Query & { search?: unknown }): readonly NotedTable[] | null => {
    const { totals } = declared;
    if (!totals || !uncachedWords.every((word) => isUnset((query as Readonly<Record<string, unknown>>)[word]))) return null;
    return isUnset(query.search) ? totals.tables : [...totals.tables, ...totals.searched];
  };
  const orderWhere = (query: Query) =>
    orders[query.orderBy ?? usually[0]]?.where as ((query: Query, add: Add, status: string) => readonly string[]) | undefined;

  /** Ids and total by an index first, then the details of these few rows; an empty page still returns one row, which holds the total. */
  function pageStatement(db: Pick<Database, 'state'>, query: Query, limit: number, skip: number): PageStatement {
    const parameters = new Parameters();
    const { values, add } = parameters;
    const where = ways(db, query, add);
    const total = totalOf(db, countOfBranches({ table: from, where }), parameters, totalTables(query));
    const ordered = orderWhere(query);
    const inOrder = ordered ? ways(db, query, add, (status) => ordered(query, add, status)) : where;
    const part = { limit: `${add(limit)}::int`, offset: `${add(skip)}::int` };
    const found = idsInOrder({ table: from, id, as: 'found_id', where: inOrder, keys: keys(query, add), ...part, isPlaced: true });
    const text = `WITH found AS (${found}),
      counted AS (${total.sql})
      SELECT counted.total, counted.version, ${columnsOf(add)} FROM counted LEFT JOIN (${details}) ON true ORDER BY found.place`;
    return { text, values, remember: total.remember };
  }

  const everyFilter = Object.fromEntries(
    Object.entries(filters).map(([one, { example }]) => [one, example]),
  ) as unknown as FilterValues<Of>;
  const pages = new StatementFamily(
    `${name}_page`,
    countedOnce(answer),
    ({ db }: { db: Database }) => [
      ...declared.examples.map((query) => pageStatement(db, query, 10, 0).text),
      ...Object.keys(orders).map((orderBy) => pageStatement(db, { ...everyFilter, ...declared.examples[0], orderBy } as Query, 10, 0).text),
    ],
    { isRare: declared.isRare === true },
  );
  const slices = new StatementNames(`${name}_slice`);

  return {
    filters,
    orders,
    conditions,
    keys,
    pageStatement,

    /** Rows of the list after some others, with the number of all; one statement. */
    async part(site: { db: Database }, query: Query, limit: number, skip: number): Promise<{ total: number; nodes: Row[] }> {
      await due?.notice(site.db);
      const { text, values, remember } = pageStatement(site.db, query, limit, skip);
      const rows = await site.db.rows(pages.of(text), values);
      remember(rows[0]);
      return { total: rows[0]?.total ?? 0, nodes: rows.flatMap(({ node }) => node ?? []) };
    },

    /** One page of the list; beyond the end it is empty, but knows the total. */
    async page(site: { db: Database }, query: Query & PageOptions): Promise<Page<Row>> {
      const { total, nodes } = await this.part(site, query, query.perPage, offsetOf(query));
      return { total, totalPages: Math.ceil(total / query.perPage), nodes };
    },

    /** The list as it is read from a place on; `owner` says what it hangs on. */
    keyset(query: Query, owner?: Owner): KeysetList<Row> {
      const owned = owner === undefined ? null : declared.owners?.[owner];
      return {
        table: from,
        alias,
        id,
        columns: columnsOf,
        totalTables: owner === undefined ? totalTables(query) : null,
        ...(due && { before: due.notice }),
        where: (add, of, db) =>
          ways(db, query, add, (status) => [...(owned ? [owned(of)] : []), ...(orderWhere(query)?.(query, add, status) ?? [])]),
        keys: (add) => keys(query, add),
        read: answer.read,
        nameOf: (text) => (declared.isRare ? undefined : slices.of(text)),
      };
    },
  };
}
