import { type Page, getPageOffset } from '../page.ts';
import { type RowShape, withVersionedTotal } from '../columns.ts';
import type { Database } from '../database.ts';
import { StatementFamily, StatementNames } from '../statement.ts';
import { type Filters, createFilterConditions, type FilterValues } from './filters.ts';
import { type AddParameter, type OrderKey, Parameters } from './keyset.ts';
import type { KeysetList } from './keyset-list.ts';
import { isUnset, type CountedTable, createTotalExpression, type VersionedTotal } from './large-totals.ts';
import { createCountExpression, createIdSelect, type UnionBranches } from './union-branches.ts';

/** A sort order of a list. Rows with equal values are sorted by ID. */
export interface SortOrder {
  /** Description for clients. */
  description?: string;
  /** Column to sort by. Without `column` and `keys`, the list is sorted by ID. */
  column?: Omit<OrderKey, 'direction'>;
  /** All sort keys, if they depend on the query. */
  keys?(query: never, add: AddParameter, id: OrderKey): OrderKey[];
  /** Conditions that apply in this sort order only, so that an index on it can be used. */
  where?(query: never, add: AddParameter, status: string): readonly string[];
}

/** Returns the sort order by a column. */
export const orderByColumn = (sql: string, type: OrderKey['type'], description?: string, isNullable = false): SortOrder => ({
  ...(description !== undefined && { description }),
  column: { sql, type, ...(isNullable && { isNullable }) },
});

/**
 * Returns the sort order by the position of `column` in the values of the filter `name`. Rows without a position come last. The keys in `reversible`
 * have the requested direction; the others are always ascending.
 */
export const orderByPosition = (
  name: string,
  column: string,
  type: 'int' | 'text',
  description?: string,
  reversible: { position?: boolean; id?: boolean } = {},
): SortOrder => ({
  ...(description !== undefined && { description }),
  keys: (query: Readonly<Record<string, unknown>>, add, id) => [
    {
      sql: `array_position(${add(query[name] ?? [])}::${type}[], ${column})`,
      type: 'int',
      direction: reversible.position ? id.direction : 'ASC',
      isNullable: true,
    },
    reversible.id ? id : { ...id, direction: 'ASC' },
  ],
});

/** Declaration of a list. */
interface ListDeclaration<Row, Of extends Filters, Orders extends Readonly<Record<string, SortOrder>>, Scope, Owner extends string> {
  /** Prefix of the names of its statements. */
  name: string;
  /** Tables with their aliases, such as `comment k`. */
  from: string;
  alias: string;
  /** SQL that joins the rows of a page to their IDs, `found.found_id`. By default a join with `from`. */
  details?: string;
  /** SQL expression of a row's ID. By default the column `id` of `alias`. */
  id?: string;
  /** Returns the select list, if it depends on values of the query. By default `shape.list`. */
  columns?(add: AddParameter): string;
  shape: RowShape<Row> & { list?: string };
  filters: Of;
  orders: Orders;
  /** Sort order and direction of a query that requests none. */
  defaultOrder: readonly [keyof Orders & string, 'asc' | 'desc'];
  /** Returns conditions in addition to the filters, such as what the viewer may see. `status` is SQL for the status that readers see. */
  scope?(query: Scope & FilterValues<Of>, add: AddParameter, status: string): readonly string[];
  /** Values of a query in addition to the filters, for the test that prepares every statement. */
  examples: readonly (NoInfer<Scope> & FilterValues<NoInfer<Of>> & Ordering<NoInfer<keyof Orders & string>>)[];
  /**
   * For lists of content: scheduled content is due when its publication time has passed, even before a job publishes it. `notice` finds out whether
   * content is due. `ways` returns conditions in which due content counts as published (`domains/content/due-content.ts`).
   */
  due?: {
    notice(db: Database): Promise<void>;
    ways(db: Pick<Database, 'state'>, add: AddParameter, by: (status: string) => string): UnionBranches;
  };
  /** Conditions of a list with owners, by kind of owner. `owner` is the SQL expression of the owner's ID. */
  owners?: Readonly<Record<Owner, (owner: string) => string>>;
  /** True if the list is rarely read, so that connections do not keep its statements prepared. */
  isRare?: boolean;
  /**
   * Caches the total until one of `tables` changes; for a search also until one of `searched` changes. Applies to queries that use no filters except
   * `filters`, and none of the values in `unless`. The triggers `total_changed` must cover every column that such a query depends on.
   */
  totals?: {
    tables: readonly CountedTable[];
    searched: readonly CountedTable[];
    filters: readonly (keyof Of & string)[];
    unless?: readonly (keyof Scope & string)[];
  };
}

/** Requested sort order of a list. */
interface Ordering<Name extends string> {
  orderBy?: Name | null | undefined;
  order?: 'asc' | 'desc' | null | undefined;
}

/** Requested page of a list. */
export interface PageOptions {
  /** Number of the page, starting at 1. */
  page: number;
  perPage: number;
  /** Number of rows to skip, instead of those before `page`. */
  offset?: number | null | undefined;
}

/** SQL of a page. `cacheTotal` caches the returned total. */
interface PageStatement {
  text: string;
  values: unknown[];
  cacheTotal(row: VersionedTotal | undefined): void;
}

/** Query of a list, without paging. */
export type QueryOf<List> = List extends { keys(query: infer Query, add: AddParameter): unknown } ? Query : never;

/**
 * Creates a list from its declaration: it reads pages with totals and keyset slices. The test that prepares every statement takes its examples from
 * the list, and APIs derive their filters from it (`graphql/connections/filters.ts`).
 */
export function defineList<
  Row,
  Of extends Filters,
  Orders extends Readonly<Record<string, SortOrder>>,
  Scope extends object = object,
  Owner extends string = never,
>(declared: ListDeclaration<Row, Of, Orders, Scope, Owner>) {
  type Query = Scope & FilterValues<Of> & Ordering<keyof Orders & string>;
  const { name, from, alias, id = `${alias}.id`, shape, filters, orders, defaultOrder, due } = declared;
  const details = declared.details ?? `found JOIN ${from} ON ${id} = found.found_id`;
  const getColumns = (add: AddParameter) => declared.columns?.(add) ?? shape.list ?? '';

  const createConditions = (query: Scope & FilterValues<Of>, add: AddParameter, status = `${alias}.status`): string =>
    [
      ...(declared.scope?.(query, add, status) ?? []),
      ...createFilterConditions(filters, query as Readonly<Record<string, unknown>>, add),
    ].join(' AND ') || 'true';

  function createKeys({ orderBy, order, ...query }: Query, add: AddParameter): OrderKey[] {
    const direction = (order ?? defaultOrder[1]) === 'desc' ? 'DESC' : 'ASC';
    const idKey: OrderKey = { sql: id, type: 'int', direction };
    const sortOrder = orders[orderBy ?? defaultOrder[0]];
    if (sortOrder?.keys) return sortOrder.keys(query as never, add, idKey);
    return sortOrder?.column ? [{ ...sortOrder.column, direction }, idKey] : [idKey];
  }

  const createBranches = (
    db: Pick<Database, 'state'>,
    query: Query,
    add: AddParameter,
    more: (status: string) => readonly string[] = () => [],
  ): UnionBranches => {
    const createBranch = (status = `${alias}.status`) => [...more(status), createConditions(query, add, status)].join(' AND ');
    return due ? due.ways(db, add, createBranch) : createBranch();
  };
  /** Names of the query values for which the total is not cached. */
  const uncachedValues = [
    ...Object.keys(filters).filter((name) => !(declared.totals?.filters as readonly string[] | undefined)?.includes(name)),
    ...(declared.totals?.unless ?? []),
  ];
  /** Returns the tables that the total depends on, or null if rows are counted each time. */
  const getTotalTables = (query: Query & { search?: unknown }): readonly CountedTable[] | null => {
    const { totals } = declared;
    if (!totals || !uncachedValues.every((value) => isUnset((query as Readonly<Record<string, unknown>>)[value]))) return null;
    return isUnset(query.search) ? totals.tables : [...totals.tables, ...totals.searched];
  };
  const getOrderConditions = (query: Query) =>
    orders[query.orderBy ?? defaultOrder[0]]?.where as ((query: Query, add: AddParameter, status: string) => readonly string[]) | undefined;

  /**
   * Returns a statement that first reads IDs and the total, then only the rows with these IDs. For an empty page, it returns one row with the total.
   */
  function createPageStatement(db: Pick<Database, 'state'>, query: Query, limit: number, skip: number): PageStatement {
    const parameters = new Parameters();
    const { values, add } = parameters;
    const where = createBranches(db, query, add);
    const total = createTotalExpression(db, createCountExpression({ table: from, where }), parameters, getTotalTables(query));
    const orderConditions = getOrderConditions(query);
    const orderedWhere = orderConditions ? createBranches(db, query, add, (status) => orderConditions(query, add, status)) : where;
    const slice = { limit: `${add(limit)}::int`, offset: `${add(skip)}::int` };
    const found = createIdSelect({
      table: from,
      id,
      as: 'found_id',
      where: orderedWhere,
      keys: createKeys(query, add),
      ...slice,
      isPlaced: true,
    });
    const text = `WITH found AS (${found}),
      counted AS (${total.sql})
      SELECT counted.total, counted.version, ${getColumns(add)} FROM counted LEFT JOIN (${details}) ON true ORDER BY found.place`;
    return { text, values, cacheTotal: total.cacheTotal };
  }

  const filterExamples = Object.fromEntries(
    Object.entries(filters).map(([filterName, { example }]) => [filterName, example]),
  ) as unknown as FilterValues<Of>;
  const pageStatements = new StatementFamily(
    `${name}_page`,
    withVersionedTotal(shape),
    ({ db }: { db: Database }) => [
      ...declared.examples.map((query) => createPageStatement(db, query, 10, 0).text),
      ...Object.keys(orders).map(
        (orderBy) => createPageStatement(db, { ...filterExamples, ...declared.examples[0], orderBy } as Query, 10, 0).text,
      ),
    ],
    { isRare: declared.isRare === true },
  );
  const sliceNames = new StatementNames(`${name}_slice`);

  return {
    filters,
    orders,
    conditions: createConditions,
    keys: createKeys,
    pageStatement: createPageStatement,

    /** Skips `skip` rows, then reads up to `limit` rows. Also returns the total. Uses one statement. */
    async loadPart(site: { db: Database }, query: Query, limit: number, skip: number): Promise<{ total: number; nodes: Row[] }> {
      await due?.notice(site.db);
      const { text, values, cacheTotal } = createPageStatement(site.db, query, limit, skip);
      const rows = await site.db.rows(pageStatements.createStatement(text), values);
      cacheTotal(rows[0]);
      return { total: rows[0]?.total ?? 0, nodes: rows.flatMap(({ node }) => node ?? []) };
    },

    /** Reads one page of the list. A page after the end has no nodes, but still the total. */
    async loadPage(site: { db: Database }, query: Query & PageOptions): Promise<Page<Row>> {
      const { total, nodes } = await this.loadPart(site, query, query.perPage, getPageOffset(query));
      return { total, totalPages: Math.ceil(total / query.perPage), nodes };
    },

    /** Returns the list for keyset pagination. `owner` selects the kind of owner. */
    createKeyset(query: Query, owner?: Owner): KeysetList<Row> {
      const createOwnerCondition = owner === undefined ? null : declared.owners?.[owner];
      return {
        table: from,
        alias,
        id,
        columns: getColumns,
        totalTables: owner === undefined ? getTotalTables(query) : null,
        ...(due && { prepare: due.notice }),
        where: (add, ownerId, db) =>
          createBranches(db, query, add, (status) => [
            ...(createOwnerCondition ? [createOwnerCondition(ownerId)] : []),
            ...(getOrderConditions(query)?.(query, add, status) ?? []),
          ]),
        keys: (add) => createKeys(query, add),
        read: shape.read,
        getStatementName: (text) => (declared.isRare ? undefined : sliceNames.getName(text)),
      };
    },
  };
}
