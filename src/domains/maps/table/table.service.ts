import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { foldForSearch } from '#app/core/text/fold.ts';
import { Failure, refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { editsMaps } from '../maps.access.ts';
import { likeText } from '../marker/marker.list.ts';
import type { TableRow } from './cells.ts';
import { FOLDED, type FeatureTable, featureTables, type TableColumn, tableOf } from './tables.ts';

/** Requested part of a table. */
export interface TableOptions {
  className: string;
  mapIds?: readonly number[] | null | undefined;
  /** Only these markers; replaces map and search. */
  markerIds?: readonly number[] | null | undefined;
  search?: string | null | undefined;
  /** Position of the column to sort by, from 0. */
  orderColumn?: number | null | undefined;
  direction?: string | null | undefined;
  start?: number | null | undefined;
  /** Absent or negative = all rows. */
  length?: number | null | undefined;
  /** Includes markers that are not approved; for editors of maps. */
  withHidden?: boolean | null | undefined;
}

/** Part of a table, with the numbers of rows before and after the search. */
export interface TablePart {
  recordsTotal: number;
  recordsFiltered: number;
  rows: string[][];
  /** The same rows as objects by column name. */
  meta: Record<string, string>[];
}

/** Returns the table with this name; undefined if none exists. Throws `forbidden` if it is for editors and the viewer is not one. */
export function readableTable(site: Site, viewer: Viewer, className: string): FeatureTable | undefined {
  const table = tableOf(className);
  if (table?.isAdmin && !editsMaps(site, viewer)) throw refused(viewer, 'forbidden', 'Sorry, this table is for editors of maps.');
  return table;
}

/** Conditions before and after the search, with the values of their placeholders. */
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

function featureConditions(table: FeatureTable, options: TableOptions, withHidden: boolean): Conditions {
  const conditions = new Conditions();
  if (table.of === 'map') conditions.base.push('NOT is_trashed');
  if (table.of === 'marker' && !withHidden) conditions.base.push('approved');
  if (table.of === 'marker' && options.markerIds) {
    conditions.base.push(`id = ANY(${conditions.place([...options.markerIds])}::int[])`);
    return conditions;
  }
  if (table.of !== 'map' && options.mapIds) conditions.base.push(`map_id = ANY(${conditions.place([...options.mapIds])}::int[])`);
  const search = options.search ?? '';
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
 * Returns the ORDER BY clause, with the same expressions as the indexes in the migrations: texts by code point after folding ASCII letters,
 * numbers and flags unchanged. Columns are qualified, because the bare name would be the output text.
 */
function orderOf({ columns, from }: FeatureTable, { orderColumn, direction }: TableOptions): string {
  const asked = columns[orderColumn ?? 0];
  const { column, isNumber } = (asked?.column === undefined ? columns.find((one) => one.column !== undefined) : asked) as TableColumn;
  const way = direction === 'asc' ? 'ASC' : 'DESC';
  const expression = isNumber ? `${from}.${column}` : `lower(left(${from}.${column}, 100) COLLATE "C")`;
  return column === 'id' ? `${expression} ${way}` : `${expression} ${way}, ${from}.id ${way}`;
}

const asText = (column: string): string => (column === 'sticky' ? 'sticky::int::text' : `${column}::text`);

/** Returns SQL for the number of rows. Triggers maintain the number of markers before the search, which saves counting. */
function countOf({ from, of }: FeatureTable, where: readonly string[], isWholeTable: boolean): string {
  const condition = where.join(' AND ') || 'true';
  if (of === 'marker' && isWholeTable) return `(SELECT coalesce(sum(count), 0)::int FROM map_marker_tally WHERE ${condition})`;
  return `(SELECT count(*)::int FROM ${from} WHERE ${condition})`;
}

/** Returns one statement for the number of rows before the search, after it, and the requested rows. */
function statementOf(table: FeatureTable, options: TableOptions, withHidden: boolean): { text: string; values: readonly unknown[] } {
  const conditions = featureConditions(table, options, withHidden);
  const total = countOf(table, conditions.base, !options.markerIds);
  const found = conditions.search.length > 0 ? countOf(table, [conditions.whole], false) : total;
  const { whole } = conditions;
  const isPart = typeof options.length === 'number' && options.length >= 0;
  const [limit, offset] = [
    conditions.place(isPart ? options.length : null),
    conditions.place(isPart ? Math.max(options.start ?? 0, 0) : 0),
  ];
  const members = Object.entries(table.reads).map(([name, column]) => `'${name}', ${asText(column)}`);
  const part = `SELECT json_build_object(${members.join(', ')}) FROM ${table.from} WHERE ${whole} ORDER BY ${orderOf(table, options)}
      LIMIT ${limit}::bigint OFFSET ${offset}::bigint`;
  return { text: `SELECT ${total} AS total, ${found} AS found, array_to_json(ARRAY(${part})) AS rows`, values: conditions.values };
}

function examplesOf([className, table]: readonly [string, FeatureTable]): string[] {
  const wishes: TableOptions[] = [
    { className },
    { className, markerIds: [1] },
    ...table.columns.map((_, orderColumn) => ({ className, mapIds: [1], search: 'a', orderColumn, direction: 'asc' })),
  ];
  return [false, true].flatMap((withHidden) => wishes.map((options) => statementOf(table, options, withHidden).text));
}

interface TableAnswer {
  total: number;
  found: number;
  rows: TableRow[];
}

const parts = new StatementFamily('map_table', narrowShape<TableAnswer>(rowShape({ total: 'int', found: 'int', rows: 'json' })), () =>
  Object.entries(featureTables).flatMap(examplesOf),
);

/** Returns the rows of a table for old table scripts (cache-compliance-maps-2fa-theme.md 3.8). Throws `maps_invalid_datatable_class`, and like `readableTable`. */
export async function readTable(site: Site, viewer: Viewer, options: TableOptions): Promise<TablePart> {
  const table = readableTable(site, viewer, options.className);
  if (!table) throw new Failure('maps_invalid_datatable_class', 403, 'There is no such table.');
  const { text, values } = statementOf(table, options, options.withHidden === true && editsMaps(site, viewer));
  const [read = { total: 0, found: 0, rows: [] }] = await site.db.rows(parts.of(text), values);
  const meta = read.rows.map((row) => Object.fromEntries(table.columns.map(({ name, cell }) => [name, cell(row)])));
  return { recordsTotal: read.total, recordsFiltered: read.found, rows: meta.map((row) => Object.values(row)), meta };
}
