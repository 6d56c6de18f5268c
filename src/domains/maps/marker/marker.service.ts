import { columns } from '#app/core/db/columns.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { touchMaps } from '../map-changes.ts';
import { type MarkerInput, type MarkerRecord, markerRow } from './marker.columns.ts';

/** Returns the failure for an unknown or invisible marker ID. */
export const unknownMarker = () => notFound('maps_marker_not_found', 'There is no such marker.');

/** Creates a marker, hidden from visitors unless it is approved. Throws `invalid_arguments` for invalid values. */
export async function createMarker(site: Site, input: MarkerInput): Promise<MarkerRecord> {
  const data = markerRow(input);
  return await site.db.transaction(async (tx) => {
    const made = await tx.mapMarker.create({ data });
    await touchMaps(tx, [made.mapId]);
    return made;
  });
}

const numbers = columns('MapMarker', 'm', { only: ['id', 'mapId'] });
const hold = statement('hold_map_marker', `SELECT ${numbers.list} FROM map_marker m WHERE m.id = $1 FOR UPDATE`, numbers);
const remove = statement('delete_map_markers', `DELETE FROM map_marker m WHERE m.id = ANY($1::int[]) RETURNING ${numbers.list}`, numbers);

/** Updates a marker. Throws `maps_marker_not_found` or `invalid_arguments`. */
export async function updateMarker(site: Site, id: number, input: MarkerInput): Promise<MarkerRecord> {
  return await site.db.transaction(async (tx) => {
    // locked, because derived columns depend on given and stored ones
    const locked = await rowsIn(tx, hold, id);
    const before = locked.length > 0 ? await tx.mapMarker.findUnique({ where: { id } }) : null;
    if (!before) throw unknownMarker();
    const after = await tx.mapMarker.update({ where: { id }, data: markerRow(input, before) });
    await touchMaps(tx, [before.mapId, after.mapId]);
    return after;
  });
}

/** Deletes the markers with these IDs and returns the IDs of those that existed. */
export async function deleteMarkers(site: Site, ids: readonly number[]): Promise<number[]> {
  return await site.db.transaction(async (tx) => {
    const gone = await rowsIn(tx, remove, [...ids]);
    await touchMaps(
      tx,
      gone.map(({ mapId }) => mapId),
    );
    return gone.map(({ id }) => id).sort((a, b) => a - b);
  });
}

/** Does the same as `deleteMarkers` for one marker. Throws `maps_marker_not_found` if it does not exist. */
export async function deleteMarker(site: Site, id: number): Promise<number[]> {
  const gone = await deleteMarkers(site, [id]);
  if (gone.length === 0) throw unknownMarker();
  return gone;
}
