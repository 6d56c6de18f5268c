import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { markerSpot } from './marker/marker.columns.ts';

const AT_ONCE = 1000;

/** Fills in the numeric positions of markers whose texts are numbers, so that the radius search finds them. Returns their number. */
export async function resolveCoordinates(site: Site): Promise<number> {
  let resolved = 0;
  for (let last = 0; ; ) {
    const lacking = await site.db.prisma.mapMarker.findMany({
      where: { id: { gt: last }, latNum: null, NOT: { lat: '' } },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
      select: { id: true, lat: true, lng: true },
    });
    const spots = lacking.flatMap(({ id, ...texts }) => {
      const { latNum, lngNum } = markerSpot(texts);
      return latNum === null || lngNum === null ? [] : [{ id, latNum, lngNum }];
    });
    if (spots.length > 0) resolved += await fill(site, spots);
    last = lacking.at(-1)?.id ?? last;
    if (lacking.length < AT_ONCE) return resolved;
  }
}

const filling = statement(
  'resolve_coordinates',
  `UPDATE map_marker SET lat_num = spot.lat, lng_num = spot.lng
    FROM unnest($1::int[], $2::float8[], $3::float8[]) AS spot(id, lat, lng)
    WHERE map_marker.id = spot.id AND lat_num IS NULL RETURNING map_marker.id`,
);

/** Updates only markers that are still without a position. */
async function fill(site: Site, spots: readonly { id: number; latNum: number; lngNum: number }[]): Promise<number> {
  const filled = await site.db.rows(filling, [
    spots.map(({ id }) => id),
    spots.map(({ latNum }) => latNum),
    spots.map(({ lngNum }) => lngNum),
  ]);
  return filled.length;
}
