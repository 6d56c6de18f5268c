import { columns } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { touchMaps } from '../map-changes.ts';
import { type MarkerInput, type MarkerRecord, toMarkerColumns } from './marker.columns.ts';

/** Creates the failure for the ID of a marker that does not exist or that the viewer may not see. */
export const markerNotFound = () => notFound('maps_marker_not_found', 'There is no such marker.');

/** Creates a marker. Visitors see it only if it is approved. Throws `invalid_arguments` for invalid values. */
export async function createMarker(site: Site, input: MarkerInput): Promise<MarkerRecord> {
  const data = toMarkerColumns(input);
  return await site.db.transaction(async (tx) => {
    const marker = await tx.mapMarker.create({ data });
    await touchMaps(tx, [marker.mapId]);
    return marker;
  });
}

const idColumns = columns('MapMarker', 'm', { only: ['id', 'mapId'] });
const lockMarker = statement('hold_map_marker', `SELECT ${idColumns.list} FROM map_marker m WHERE m.id = $1 FOR UPDATE`, idColumns);
const deleteStatement = statement(
  'delete_map_markers',
  `DELETE FROM map_marker m WHERE m.id = ANY($1::int[]) RETURNING ${idColumns.list}`,
  idColumns,
);

/** Updates a marker. Throws `maps_marker_not_found` or `invalid_arguments`. */
export async function updateMarker(site: Site, id: number, input: MarkerInput): Promise<MarkerRecord> {
  return await site.db.transaction(async (tx) => {
    // locks the marker, because derived columns depend on both the input and the stored marker
    const locked = await queryIn(tx, lockMarker, id);
    const before = locked.length > 0 ? await tx.mapMarker.findUnique({ where: { id } }) : null;
    if (!before) throw markerNotFound();
    const after = await tx.mapMarker.update({ where: { id }, data: toMarkerColumns(input, before) });
    await touchMaps(tx, [before.mapId, after.mapId]);
    return after;
  });
}

/** Deletes markers by ID. Returns the IDs of the deleted markers in ascending order. Ignores unknown IDs. */
export async function deleteMarkers(site: Site, ids: readonly number[]): Promise<number[]> {
  return await site.db.transaction(async (tx) => {
    const deleted = await queryIn(tx, deleteStatement, [...ids]);
    await touchMaps(
      tx,
      deleted.map(({ mapId }) => mapId),
    );
    return deleted.map(({ id }) => id).sort((a, b) => a - b);
  });
}

/** Deletes a marker and returns an array with its ID. Throws `maps_marker_not_found`. */
export async function deleteMarker(site: Site, id: number): Promise<number[]> {
  const deleted = await deleteMarkers(site, [id]);
  if (deleted.length === 0) throw markerNotFound();
  return deleted;
}
