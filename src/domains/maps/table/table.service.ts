import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { Failure, refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { canEditMaps } from '../maps.access.ts';
import { toLikePattern } from '../marker/marker.list.ts';
import type { TableRow } from './cells.ts';
import { FOLDED_COLUMN, type FeatureTable, featureTables, type TableColumn, findTable } from './tables.ts';

/** Requested part of a table. */
export interface TableOptions {
  className: string;
  mapIds?: readonly number[] | null | undefined;
  /** Returns only the markers with these IDs. `mapIds` and `search` are then ignored. */
  markerIds?: readonly number[] | null | undefined;
  search?: string | null | undefined;
  /** Position of the column to sort by, from 0. */
  orderColumn?: number | null | undefined;
  direction?: string | null | undefined;
  start?: number | null | undefined;
  /** Maximum number of rows. If absent or negative, all rows. */
  length?: number | null | undefined;
  /** True to include markers that are not approved. Ignored for viewers who are not editors of maps. */
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

/** Returns the table of a class name, or undefined. Throws `forbidden` if the table is only for editors of maps and the viewer is not one. */
export function findReadableTable(site: Site, viewer: Viewer, className: string): FeatureTable | undefined {
  const table = findTable(className);
  if (table?.isAdmin && !canEditMaps(site, viewer)) throw refused(viewer, 'forbidden', 'Sorry, this table is for editors of maps.');
  return table;
}

/** SQL conditions of a table and the values of their placeholders. `search` are the conditions for the search string, `base` all others. */
class Conditions {
  readonly values: unknown[] = [];
  readonly base: string[] = [];
  readonly search: string[] = [];

  /** Adds a value and returns its placeholder. */
  addValue(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  get where(): string {
    return [...this.base, ...this.search].join(' AND ') || 'true';
  }
}

function buildFeatureConditions(table: FeatureTable, options: TableOptions, withHidden: boolean): Conditions {
  const conditions = new Conditions();
  if (table.rowKind === 'map') conditions.base.push('NOT is_trashed');
  if (table.rowKind === 'marker' && !withHidden) conditions.base.push('approved');
  if (table.rowKind === 'marker' && options.markerIds) {
    conditions.base.push(`id = ANY(${conditions.addValue([...options.markerIds])}::int[])`);
    return conditions;
  }
  if (table.rowKind !== 'map' && options.mapIds) conditions.base.push(`map_id = ANY(${conditions.addValue([...options.mapIds])}::int[])`);
  const search = options.search ?? '';
  if (search !== '') {
    const matches = table.searchExpressions.map((expression) => {
      const text = expression === FOLDED_COLUMN ? foldForSearch(search) : search.toLowerCase();
      return `${expression} LIKE ${conditions.addValue(toLikePattern(text))}`;
    });
    conditions.search.push(`(${matches.join(' OR ')})`);
  }
  return conditions;
}

/**
 * Returns the ORDER BY clause, with the same expressions as the indexes in the migrations. Strings are sorted by code point, ignoring the case of
 * ASCII letters. Numbers and flags are sorted unchanged. Columns have the name of the table as a prefix, because a bare name would mean the output
 * column.
 */
function buildOrderBy({ columns, tableName }: FeatureTable, { orderColumn, direction }: TableOptions): string {
  const requested = columns[orderColumn ?? 0];
  const { column, isNumber } = (
    requested?.column === undefined ? columns.find((candidate) => candidate.column !== undefined) : requested
  ) as TableColumn;
  const sqlDirection = direction === 'asc' ? 'ASC' : 'DESC';
  const expression = isNumber ? `${tableName}.${column}` : `lower(left(${tableName}.${column}, 100) COLLATE "C")`;
  return column === 'id' ? `${expression} ${sqlDirection}` : `${expression} ${sqlDirection}, ${tableName}.id ${sqlDirection}`;
}

const selectAsText = (column: string): string => (column === 'sticky' ? 'sticky::int::text' : `${column}::text`);

/** Returns SQL for the number of rows. Triggers maintain the number of markers of each map, so that markers are only counted after a search. */
function buildCount({ tableName, rowKind }: FeatureTable, where: readonly string[], isWholeTable: boolean): string {
  const condition = where.join(' AND ') || 'true';
  if (rowKind === 'marker' && isWholeTable) return `(SELECT coalesce(sum(count), 0)::int FROM map_marker_tally WHERE ${condition})`;
  return `(SELECT count(*)::int FROM ${tableName} WHERE ${condition})`;
}

/** Returns one statement for the number of rows before the search, the number after the search, and the requested rows. */
function buildStatement(table: FeatureTable, options: TableOptions, withHidden: boolean): { text: string; values: readonly unknown[] } {
  const conditions = buildFeatureConditions(table, options, withHidden);
  const total = buildCount(table, conditions.base, !options.markerIds);
  const filtered = conditions.search.length > 0 ? buildCount(table, [conditions.where], false) : total;
  const isPart = typeof options.length === 'number' && options.length >= 0;
  const [limit, offset] = [
    conditions.addValue(isPart ? options.length : null),
    conditions.addValue(isPart ? Math.max(options.start ?? 0, 0) : 0),
  ];
  const jsonMembers = Object.entries(table.selects).map(([name, column]) => `'${name}', ${selectAsText(column)}`);
  const rowsQuery = `SELECT json_build_object(${jsonMembers.join(', ')}) FROM ${table.tableName} WHERE ${conditions.where} ORDER BY ${buildOrderBy(table, options)}
      LIMIT ${limit}::bigint OFFSET ${offset}::bigint`;
  return { text: `SELECT ${total} AS total, ${filtered} AS found, array_to_json(ARRAY(${rowsQuery})) AS rows`, values: conditions.values };
}

function listExampleStatements([className, table]: readonly [string, FeatureTable]): string[] {
  const optionSets: TableOptions[] = [
    { className },
    { className, markerIds: [1] },
    ...table.columns.map((_, orderColumn) => ({ className, mapIds: [1], search: 'a', orderColumn, direction: 'asc' })),
  ];
  return [false, true].flatMap((withHidden) => optionSets.map((options) => buildStatement(table, options, withHidden).text));
}

interface TableResult {
  total: number;
  found: number;
  rows: TableRow[];
}

const tableStatements = new StatementFamily(
  'map_table',
  narrowShape<TableResult>(rowShape({ total: 'int', found: 'int', rows: 'json' })),
  () => Object.entries(featureTables).flatMap(listExampleStatements),
);

/**
 * Returns the rows of a table for old table scripts (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.8). Throws `maps_invalid_datatable_class` or
 * `forbidden`.
 */
export async function readTable(site: Site, viewer: Viewer, options: TableOptions): Promise<TablePart> {
  const table = findReadableTable(site, viewer, options.className);
  if (!table) throw new Failure('maps_invalid_datatable_class', 403, 'There is no such table.');
  const { text, values } = buildStatement(table, options, options.withHidden === true && canEditMaps(site, viewer));
  const [result = { total: 0, found: 0, rows: [] }] = await site.db.rows(tableStatements.createStatement(text), values);
  const meta = result.rows.map((row) => Object.fromEntries(table.columns.map(({ name, cell }) => [name, cell(row)])));
  return { recordsTotal: result.total, recordsFiltered: result.found, rows: meta.map((row) => Object.values(row)), meta };
}
