import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { parseMarkerPosition } from './marker/marker.columns.ts';

const BATCH_SIZE = 1000;

/**
 * Sets the missing numeric positions of markers whose coordinate strings are numbers, so that the radius search finds these markers. Returns the
 * number of changed markers.
 */
export async function resolveCoordinates(site: Site): Promise<number> {
  let resolved = 0;
  for (let lastId = 0; ; ) {
    const unresolved = await site.db.prisma.mapMarker.findMany({
      where: { id: { gt: lastId }, latNum: null, NOT: { lat: '' } },
      orderBy: { id: 'asc' },
      take: BATCH_SIZE,
      select: { id: true, lat: true, lng: true },
    });
    const positions = unresolved.flatMap(({ id, ...texts }) => {
      const { latNum, lngNum } = parseMarkerPosition(texts);
      return latNum === null || lngNum === null ? [] : [{ id, latNum, lngNum }];
    });
    if (positions.length > 0) resolved += await storePositions(site, positions);
    lastId = unresolved.at(-1)?.id ?? lastId;
    if (unresolved.length < BATCH_SIZE) return resolved;
  }
}

const updatePositions = statement(
  'resolve_coordinates',
  `UPDATE map_marker SET lat_num = spot.lat, lng_num = spot.lng
    FROM unnest($1::int[], $2::float8[], $3::float8[]) AS spot(id, lat, lng)
    WHERE map_marker.id = spot.id AND lat_num IS NULL RETURNING map_marker.id`,
);

/** Stores positions of markers that still have none, and returns the number of changed markers. */
async function storePositions(site: Site, positions: readonly { id: number; latNum: number; lngNum: number }[]): Promise<number> {
  const updated = await site.db.rows(updatePositions, [
    positions.map(({ id }) => id),
    positions.map(({ latNum }) => latNum),
    positions.map(({ lngNum }) => lngNum),
  ]);
  return updated.length;
}
