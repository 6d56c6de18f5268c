import { answer, knownAs } from '#app/core/db/columns.ts';
import { statement, StatementFamily } from '#app/core/db/statement.ts';
import { foldForSearch } from '#app/core/text/fold.ts';
import { Failure, refused } from '#app/core/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { editsMaps } from '../maps.access.ts';
import { likeText } from '../marker/marker.list.ts';
import type { TableRow } from './cells.ts';
import { FOLDED, type FeatureTable, featureTables, type TableColumn, tableOf } from './tables.ts';

/** Which part of a table is wanted. */
export interface TableWish {
  className: string;
  mapIds?: readonly number[] | null | undefined;
  /** In place of map and search: only these markers. */
  markerIds?: readonly number[] | null | undefined;
  search?: string | null | undefined;
  /** Position of the column to sort by, from 0. */
  orderColumn?: number | null | undefined;
  direction?: string | null | undefined;
  start?: number | null | undefined;
  /** Absent or negative = all rows. */
  length?: number | null | undefined;
  /** Also markers that are not approved; for editors of maps. */
  withHidden?: boolean | null | undefined;
}

export interface TablePart {
  recordsTotal: number;
  recordsFiltered: number;
  rows: string[][];
  /** The same rows by the names of their columns. */
  meta: Record<string, string>[];
}

/** The table of a wish. Throws `maps_invalid_datatable_class`, or `forbidden` for a table of editors. */
export function checkTable(site: Site, viewer: Viewer, className: string): FeatureTable {
  const table = tableOf(className);
  if (!table) throw new Failure('maps_invalid_datatable_class', 403, 'There is no such table.');
  if (table.isAdmin && !editsMaps(site, viewer)) throw refused(viewer, 'forbidden', 'Sorry, this table is for editors of maps.');
  return table;
}

/** Conditions before and after the search, with the values of their places. */
class Conditions {
  readonly values: unknown[] = [];
  readonly base: string[] = [];
  readonly search: string[] = [];

  place(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  get whole(): string {
    return [...this.base, ...this.search].join(' AND ') || 'true';
  }
}

function conditionsOf(table: FeatureTable, wish: TableWish, withHidden: boolean): Conditions {
  const conditions = new Conditions();
  if (table.of === 'map') conditions.base.push('NOT is_trashed');
  if (table.of === 'marker' && !withHidden) conditions.base.push('approved');
  if (table.of === 'marker' && wish.markerIds) {
    conditions.base.push(`id = ANY(${conditions.place([...wish.markerIds])}::int[])`);
    return conditions;
  }
  if (table.of !== 'map' && wish.mapIds) conditions.base.push(`map_id = ANY(${conditions.place([...wish.mapIds])}::int[])`);
  const search = wish.search ?? '';
  if (search !== '') {
    const finds = table.searches.map((expression) => {
      const text = expression === FOLDED ? foldForSearch(search) : search.toLowerCase();
      return `${expression} LIKE ${conditions.place(likeText(text))}`;
    });
    conditions.search.push(`(${finds.join(' OR ')})`);
  }
  return conditions;
}

/**
 * As the indexes of the migration have it: by code point after folding ASCII letters, numbers and flags as they are. Columns bear the name of
 * their table: the bare name would be the text that is answered under it.
 */
function orderOf({ columns, from }: FeatureTable, { orderColumn, direction }: TableWish): string {
  const asked = columns[orderColumn ?? 0];
  const { column, isNumber } = (asked?.column === undefined ? columns.find((one) => one.column !== undefined) : asked) as TableColumn;
  const way = direction === 'asc' ? 'ASC' : 'DESC';
  const expression = isNumber ? `${from}.${column}` : `lower(left(${from}.${column}, 100) COLLATE "C")`;
  return column === 'id' ? `${expression} ${way}` : `${expression} ${way}, ${from}.id ${way}`;
}

const asText = (column: string): string => (column === 'sticky' ? 'sticky::int::text' : `${column}::text`);

interface Text {
  text: string;
  values: readonly unknown[];
}

function countStatement({ from }: FeatureTable, where: string, values: readonly unknown[]): Text {
  return { text: `SELECT count(*)::int AS count FROM ${from} WHERE ${where || 'true'}`, values };
}

/** The number of rows before the search, the number of those that it finds, and the wished part of them. */
function statementsOf(table: FeatureTable, wish: TableWish, withHidden: boolean): { all: Text; found: Text; part: Text } {
  const unsearched = conditionsOf(table, { ...wish, search: null }, withHidden);
  const conditions = conditionsOf(table, wish, withHidden);
  const found = countStatement(table, conditions.whole, [...conditions.values]);
  const isPart = typeof wish.length === 'number' && wish.length >= 0;
  const [limit, offset] = [conditions.place(isPart ? wish.length : null), conditions.place(isPart ? Math.max(wish.start ?? 0, 0) : 0)];
  const reads = Object.entries(table.reads).map(([name, column]) => `${asText(column)} AS "${name}"`);
  const text = `SELECT ${reads.join(', ')} FROM ${table.from} WHERE ${conditions.whole} ORDER BY ${orderOf(table, wish)}
      LIMIT ${limit}::bigint OFFSET ${offset}::bigint`;
  return { all: countStatement(table, unsearched.base.join(' AND '), unsearched.values), found, part: { text, values: conditions.values } };
}

function examplesOf(className: string, table: FeatureTable): { all: Text; found: Text; part: Text }[] {
  const wishes: TableWish[] = [
    { className },
    { className, markerIds: [1] },
    ...table.columns.map((_, orderColumn) => ({ className, mapIds: [1], search: 'a', orderColumn, direction: 'asc' })),
  ];
  return [false, true].flatMap((withHidden) => wishes.map((wish) => statementsOf(table, wish, withHidden)));
}

const parts = new Map(
  Object.entries(featureTables).map(([name, table]) => {
    const texts = answer(Object.fromEntries(Object.keys(table.reads).map((column) => [column, 'text' as const])));
    return [
      table,
      new StatementFamily(`map_table_${name}`, knownAs<TableRow>(texts), () => examplesOf(name, table).map(({ part }) => part.text)),
    ] as const;
  }),
);
const counts = new StatementFamily('map_table_count', answer({ count: 'int' }), () =>
  Object.entries(featureTables)
    .flatMap(([name, table]) => examplesOf(name, table))
    .flatMap(({ all, found }) => [all.text, found.text]),
);
const tally = statement(
  'map_marker_total',
  `SELECT COALESCE(sum(count), 0)::int AS count FROM map_marker_tally WHERE ($1::int[] IS NULL OR map_id = ANY($1)) AND ($2 OR approved)`,
  answer({ count: 'int' }),
);

async function count(site: Site, { text, values }: Text): Promise<number> {
  const [counted] = await site.db.rows(counts.of(text), values);
  return counted?.count ?? 0;
}

/** The size of a table before the search; that of markers is known without counting them. */
async function totalOf(site: Site, table: FeatureTable, { mapIds, markerIds }: TableWish, all: Text, withHidden: boolean): Promise<number> {
  if (table.of !== 'marker' || markerIds) return await count(site, all);
  const [kept] = await site.db.rows(tally, [mapIds ? [...mapIds] : null, withHidden]);
  return kept?.count ?? 0;
}

/** Rows of a table as old table scripts show them (cache-compliance-maps-2fa-theme.md 3.8). Throws what `checkTable` throws. */
export async function readTable(site: Site, viewer: Viewer, wish: TableWish): Promise<TablePart> {
  const table = checkTable(site, viewer, wish.className);
  const withHidden = wish.withHidden === true && editsMaps(site, viewer);
  const { all, found, part } = statementsOf(table, wish, withHidden);
  const recordsTotal = await totalOf(site, table, wish, all, withHidden);
  const isSearched = found.text !== all.text;
  const recordsFiltered = isSearched ? await count(site, found) : recordsTotal;
  const family = parts.get(table) as StatementFamily<TableRow>;
  const rows = await site.db.rows(family.of(part.text), part.values);
  const meta = rows.map((row) => Object.fromEntries(table.columns.map(({ name, cell }) => [name, cell(row)])));
  return { recordsTotal, recordsFiltered, rows: meta.map((row) => Object.values(row)), meta };
}
