import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { columns } from '#app/core/db/columns.ts';
import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import type { Position } from '../geometry.rules.ts';
import type { MarkerRecord } from './marker.columns.ts';
import { type Box, computeBoxesAround, EARTH_RADIUS } from './nearby.rules.ts';

/** Filters of a list of markers, combined with AND. */
export interface MarkerQuery {
  /** Only markers of these maps. */
  mapIds?: readonly number[] | null;
  ids?: readonly number[] | null;
  /** Only markers within a distance from a point, in kilometers along the surface of the earth. */
  near?: { center: Position; kilometers: number } | null;
  /** Only markers whose title, category, address or description contains this string, ignoring case and accents. */
  search?: string | null;
  /** True to include markers that are not approved. */
  includesUnapproved: boolean;
}

const markerColumns = columns('MapMarker', 'map_marker');

/** Returns a LIKE pattern for values that contain the string. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const formatBox = ({ south, west, north, east }: Box): string => `((${east},${north}),(${west},${south}))`;

/** Converts a query to an SQL condition on `map_marker`. */
function buildMarkerConditions(query: MarkerQuery, add: AddParameter): string {
  const conditions: string[] = [];
  if (!query.includesUnapproved) conditions.push('approved');
  if (query.mapIds) conditions.push(`map_id = ANY(${add([...query.mapIds])}::int[])`);
  if (query.ids) conditions.push(`id = ANY(${add([...query.ids])}::int[])`);
  if (query.search) conditions.push(`search_text LIKE ${add(toLikePattern(foldForSearch(query.search)))}`);
  if (query.near) conditions.push(...buildNearbyConditions(query.near, add));
  return conditions.join(' AND ') || 'true';
}

/** Returns the conditions for a distance: first bounding boxes, which use an index, then the exact distance along the surface. */
function buildNearbyConditions(
  { center: { latitude, longitude }, kilometers }: NonNullable<MarkerQuery['near']>,
  add: AddParameter,
): string[] {
  const boxes = computeBoxesAround({ latitude, longitude }, kilometers).map(
    (box) => `point(lng_num, lat_num) <@ ${add(formatBox(box))}::box`,
  );
  const [lat, lng, maxKilometers] = [add(latitude), add(longitude), add(kilometers)];
  return [
    `(${boxes.join(' OR ')})`,
    `${2 * EARTH_RADIUS} * asin(least(1, sqrt(sin(radians(lat_num - ${lat}::float8) / 2) ^ 2
      + cos(radians(${lat}::float8)) * cos(radians(lat_num)) * sin(radians(lng_num - ${lng}::float8) / 2) ^ 2))) < ${maxKilometers}::float8`,
  ];
}

/** A query with all filters, for the examples of statements. */
const EXAMPLE_QUERY: Required<MarkerQuery> = {
  mapIds: [1],
  ids: [1],
  near: { center: { latitude: 1, longitude: 2 }, kilometers: 3 },
  search: 'a',
  includesUnapproved: false,
};
const listStatements = new StatementFamily('map_markers', markerColumns, () => [
  buildStatement({ includesUnapproved: true }, null, 0).text,
  buildStatement(EXAMPLE_QUERY, 1, 0).text,
]);

function buildStatement(query: MarkerQuery, limit: number | null, offset: number): { text: string; values: readonly unknown[] } {
  const values: unknown[] = [limit, offset];
  const where = buildMarkerConditions(query, (value) => `$${values.push(value)}`);
  return { text: `SELECT ${markerColumns.list} FROM map_marker WHERE ${where} ORDER BY id LIMIT $1::bigint OFFSET $2::bigint`, values };
}

/** Returns at most `limit` markers of a query, sorted by ID, starting at `offset`. */
export async function listMarkers(
  site: Site,
  query: MarkerQuery,
  { limit, offset }: { limit?: number | null | undefined; offset?: number | null | undefined } = {},
): Promise<MarkerRecord[]> {
  const { text, values } = buildStatement(query, limit ?? null, offset ?? 0);
  return await site.db.rows(listStatements.createStatement(text), values);
}

/** Returns a list with cursors of the markers of a query, sorted by ID. With `isOfMap`, the list contains only markers of the parent map. */
export function buildMarkerKeyset(query: MarkerQuery, isOfMap = false): KeysetList<MarkerRecord> {
  return {
    table: 'map_marker',
    alias: 'map_marker',
    columns: () => markerColumns.list,
    where: (add, owner) => [buildMarkerConditions(query, add), ...(isOfMap ? [`map_id = ${owner}`] : [])].join(' AND '),
    keys: () => [{ sql: 'map_marker.id', type: 'int', direction: 'ASC' }],
    read: (row: MarkerRecord) => row,
    getStatementName: () => undefined,
  };
}
