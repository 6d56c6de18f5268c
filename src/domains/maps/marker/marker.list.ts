import { foldForSearch } from '#app/core/text/fold.ts';
import { columns } from '#app/core/db/columns.ts';
import type { Add } from '#app/core/db/lists/keyset.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import type { Position } from '../geometry.rules.ts';
import type { MarkerRecord } from './marker.columns.ts';
import { type Box, boxesAround, EARTH_RADIUS } from './nearby.rules.ts';

/** Filters of a list of markers, combined with AND. */
export interface MarkerQuery {
  /** IDs of maps, any of which may contain the marker. */
  mapIds?: readonly number[] | null;
  ids?: readonly number[] | null;
  /** Maximum distance from a point in kilometers along the surface. */
  near?: { center: Position; kilometers: number } | null;
  /** Case-insensitive text in title, category, address or description. */
  search?: string | null;
  /** Includes markers that are not approved. */
  withHidden: boolean;
}

const markerColumns = columns('MapMarker', 'map_marker');

/** Returns a LIKE pattern that contains the text literally. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const corners = ({ south, west, north, east }: Box): string => `((${east},${north}),(${west},${south}))`;

/** Returns the SQL conditions of a query on a marker row. */
function markerConditions(query: MarkerQuery, add: Add): string {
  const conditions: string[] = [];
  if (!query.withHidden) conditions.push('approved');
  if (query.mapIds) conditions.push(`map_id = ANY(${add([...query.mapIds])}::int[])`);
  if (query.ids) conditions.push(`id = ANY(${add([...query.ids])}::int[])`);
  if (query.search) conditions.push(`search_text LIKE ${add(likeText(foldForSearch(query.search)))}`);
  if (query.near) conditions.push(...nearby(query.near, add));
  return conditions.join(' AND ') || 'true';
}

/** Returns conditions for the distance: first bounding boxes, which use an index, then the distance along the surface. */
function nearby({ center: { latitude, longitude }, kilometers }: NonNullable<MarkerQuery['near']>, add: Add): string[] {
  const boxes = boxesAround({ latitude, longitude }, kilometers).map((one) => `point(lng_num, lat_num) <@ ${add(corners(one))}::box`);
  const [lat, lng, most] = [add(latitude), add(longitude), add(kilometers)];
  return [
    `(${boxes.join(' OR ')})`,
    `${2 * EARTH_RADIUS} * asin(least(1, sqrt(sin(radians(lat_num - ${lat}::float8) / 2) ^ 2
      + cos(radians(${lat}::float8)) * cos(radians(lat_num)) * sin(radians(lng_num - ${lng}::float8) / 2) ^ 2))) < ${most}::float8`,
  ];
}

const everyCondition: Required<MarkerQuery> = {
  mapIds: [1],
  ids: [1],
  near: { center: { latitude: 1, longitude: 2 }, kilometers: 3 },
  search: 'a',
  withHidden: false,
};
const lists = new StatementFamily('map_markers', markerColumns, () => [
  statementOf({ withHidden: true }, null, 0).text,
  statementOf(everyCondition, 1, 0).text,
]);

function statementOf(query: MarkerQuery, limit: number | null, offset: number): { text: string; values: readonly unknown[] } {
  const values: unknown[] = [limit, offset];
  const where = markerConditions(query, (value) => `$${values.push(value)}`);
  return { text: `SELECT ${markerColumns.list} FROM map_marker WHERE ${where} ORDER BY id LIMIT $1::bigint OFFSET $2::bigint`, values };
}

/** Returns the markers of a query by ID; a part of them with `limit` or `offset`. */
export async function listMarkers(
  site: Site,
  query: MarkerQuery,
  { limit, offset }: { limit?: number | null | undefined; offset?: number | null | undefined } = {},
): Promise<MarkerRecord[]> {
  const { text, values } = statementOf(query, limit ?? null, offset ?? 0);
  return await site.db.rows(lists.of(text), values);
}

/** Returns the markers of a query by ID as a list with cursors; `ofMap` = only those of the parent map. */
export function markerKeyset(query: MarkerQuery, ofMap = false): KeysetList<MarkerRecord> {
  return {
    table: 'map_marker',
    alias: 'map_marker',
    columns: () => markerColumns.list,
    where: (add, owner) => [markerConditions(query, add), ...(ofMap ? [`map_id = ${owner}`] : [])].join(' AND '),
    keys: () => [{ sql: 'map_marker.id', type: 'int', direction: 'ASC' }],
    read: (row: MarkerRecord) => row,
    nameOf: () => undefined,
  };
}
